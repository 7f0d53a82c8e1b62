import type { Log } from '../../runtime/log.ts'
import type { SettingEnv, Settings } from '../../runtime/settings/settings.ts'
import type { TextQueue } from './wanted-texts.ts'

/** A document as it was fetched: its bytes lie in the object store under their hash. */
export type ArchivedDocument = {
  /** As a file of this kind would be called: the end of it says the format, the rest what it is of. */
  readonly name: string
  readonly url: string
  /** RFC 3339. What `observed_at` falls back to for a document that carries no time of its own. */
  readonly fetched_at: string
  readonly sha256: string
  readonly load: () => Promise<Buffer>
}

export type Download = {
  /** Absolute, or relative to the feed's address. The key never stands in it: see `Feed.key`. */
  readonly url: string
  /** Name of the document in the archive. */
  readonly name: string
  /** What the body must be: anything else (a page that says "try later") is a fault and is asked for again. */
  readonly expects: 'json' | 'xml' | 'html' | 'text' | 'yaml' | 'csv' | 'zip' | 'gzip' | 'pdf' | 'any'
  readonly headers?: Readonly<Record<string, string>>
  /** Asked with If-None-Match and If-Modified-Since of the last answer; false for pages of a listing. Default true. */
  readonly conditional?: boolean
  /**
   * What is wrong with an answer of status 200 that is no answer (`{"status": "ERROR"}`), or null. Such a body is not
   * archived. `upstream_malformed` and `upstream_limited` are asked for again, `upstream_refused` and
   * `upstream_rejected` are thrown.
   */
  readonly objection?: (body: Buffer) => Objection | null
}

export type Objection = {
  readonly code: 'upstream_malformed' | 'upstream_limited' | 'upstream_refused' | 'upstream_rejected'
  readonly detail: string
}

/** An answer. Its body is archived; its document is given to the parser, now and from the archive, only if it is yielded. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly document: ArchivedDocument
}

/** What a feed is given: polite requests, where it stands, and nothing else. */
export type Fetching = {
  /** Everything changed since then is wanted, RFC 3339; null: everything. */
  readonly since: string | null
  readonly until: string | null
  /** Start of the run, or of the first of those that this one resumes, RFC 3339. */
  readonly started_at: string
  /** The address in use, without a slash at its end; of `more_addresses` by the name of its setting. */
  readonly address: (setting?: SettingEnv) => string
  /**
   * Paced, retried, conditional, bounded. null: not modified since it was last observed (304, or the same bytes).
   * Throws `upstream_*` errors: the feed need not catch them, what it had yielded is read all the same.
   */
  readonly get: (download: Download) => Promise<Answer | null>
  /** As `get`, but null also where the address answers 404 or 410: the document is not there (yet). */
  readonly find: (download: Download) => Promise<Answer | null>
  /**
   * What an address last answered, where that was given to the parser; with no request. For publishers whose lists tell
   * what each record is now (a hash, a time): put it behind a `#` of the address, which is never sent.
   */
  readonly archived: (url: string) => Promise<ArchivedDocument | null>
  /** A setting of the feed by its environment name: which places, how many requests. */
  readonly setting: (env: SettingEnv) => Settings[keyof Settings]
  /**
   * A cursor of this feed that outlives a crash of the run: `save` it after the documents before it were yielded. null
   * where there is none for this `since` and `until`. A run that ended well forgets it.
   */
  readonly resumed: unknown
  readonly save: (cursor: unknown) => Promise<void>
  /** Where the next run starts (`since`), once this one has ended well. Default: `started_at`. */
  readonly advance: (nextSince: string) => void
  /** What bills name and nobody has fetched: for the source of texts. */
  readonly texts: TextQueue
  readonly log: Log
}

/** Added to a request when it is sent, and only to the feed's own addresses; stands in no archive, log or message. */
export type FeedKey = {
  readonly setting: SettingEnv
  readonly send: 'query' | 'header'
  /** Name of the parameter or header. */
  readonly name: string
  /** Only that address wants it. Default: all of the feed. */
  readonly address_setting?: SettingEnv
  /** The feed is of use without it. Otherwise a run without a key is refused before anything is asked. */
  readonly is_optional?: boolean
}

/** Where a source can be fetched from. Knows addresses, windows and pages; the client knows manners. */
export type Feed = {
  /** As its publisher documents it; a setting of the same name overrides it. */
  readonly address: string
  /** Environment names of the settings: `FEDERAL_REGISTER_URL`, and `…_API_KEY` where the publisher wants one. */
  readonly address_setting: SettingEnv
  readonly more_addresses?: readonly { readonly address: string; readonly address_setting: SettingEnv }[]
  readonly key: FeedKey | null
  /** What the publisher allows, or half of it where that is not known. */
  readonly requests_per_minute: number
  /** How often a schedule asks, and after how long without success the source counts as late. */
  readonly interval_s: number
  /** Its documents speak of each other: where one of them is new, all are given again. Few and small. */
  readonly is_set?: boolean
  readonly fetch: (fetching: Fetching) => AsyncIterable<ArchivedDocument>
}
