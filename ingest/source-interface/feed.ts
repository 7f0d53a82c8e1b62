import type { Log } from '../../runtime/log.ts'
import type { SettingEnv, Settings } from '../../runtime/settings/settings.ts'
import type { TextQueue } from './wanted-texts.ts'

/** A fetched document. The object store has its bytes under their hash. */
export type ArchivedDocument = {
  /** A file name of this kind: its end says the format, and the rest says what the document is about. */
  readonly name: string
  readonly url: string
  /** The time of the fetch, RFC 3339. `observed_at` falls back to it if the document has no time of its own. */
  readonly fetched_at: string
  readonly sha256: string
  readonly load: () => Promise<Buffer>
}

export type Download = {
  /** Absolute, or relative to the feed's address. It never contains the key: see `Feed.key`. */
  readonly url: string
  /** Name of the document in the archive. */
  readonly name: string
  /**
   * The expected form of the body. Any other body (a page that says "try later") is a fault, and the request is
   * repeated.
   */
  readonly expects: 'json' | 'xml' | 'html' | 'text' | 'yaml' | 'csv' | 'zip' | 'gzip' | 'pdf' | 'any'
  readonly headers?: Readonly<Record<string, string>>
  /** Sends If-None-Match and If-Modified-Since of the last answer. Use false for pages of a listing. Default: true. */
  readonly conditional?: boolean
  /**
   * Says what is wrong with a body of status 200 that is an error (`{"status": "ERROR"}`), or gives null. Such a body
   * is not archived. Requests are repeated for `upstream_malformed` and `upstream_limited`; `upstream_refused` and
   * `upstream_rejected` are thrown.
   */
  readonly objection?: (body: Buffer) => Objection | null
}

export type Objection = {
  readonly code: 'upstream_malformed' | 'upstream_limited' | 'upstream_refused' | 'upstream_rejected'
  readonly detail: string
}

/**
 * An answer. Its body is archived. The parser gets its document, now and from the archive, only if the feed yields
 * it.
 */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly document: ArchivedDocument
}

/** The only tools of a feed: polite requests and its own position. */
export type Fetching = {
  /** The feed fetches everything that changed since then, RFC 3339. null: everything. */
  readonly since: string | null
  readonly until: string | null
  /** Start of this run, or of the first run that this one resumes, RFC 3339. */
  readonly started_at: string
  /** The address in use, without a slash at its end. Pass the name of a setting for one of `more_addresses`. */
  readonly address: (setting?: SettingEnv) => string
  /**
   * Sends a request that is paced, retried, conditional and limited in size. Gives null if the document was not
   * modified since it was last observed (304, or the same bytes). Throws `upstream_*` errors. The feed need not catch
   * them: the run still reads the documents that it yielded before.
   */
  readonly get: (download: Download) => Promise<Answer | null>
  /** Like `get`, but also gives null if the address answers 404 or 410, because the document does not exist (yet). */
  readonly find: (download: Download) => Promise<Answer | null>
  /**
   * Gives the last answer of an address, if the parser got it, without a request. Some publishers list the version of
   * each record (a hash or a time): put it after a `#` in the address. That part is never sent.
   */
  readonly archived: (url: string) => Promise<ArchivedDocument | null>
  /** Reads a setting of the feed by its environment name, such as its places or its number of requests. */
  readonly setting: (env: SettingEnv) => Settings[keyof Settings]
  /**
   * A cursor of this feed that survives a crash of the run. `save` it after the documents before it were yielded.
   * null if no cursor exists for this `since` and `until`. A run that ends well deletes it.
   */
  readonly resumed: unknown
  readonly save: (cursor: unknown) => Promise<void>
  /** Sets the start (`since`) of the next run if this run ends well. Default: `started_at`. */
  readonly advance: (nextSince: string) => void
  /** Linked texts of bills that were not fetched yet, for the source of texts. */
  readonly texts: TextQueue
  readonly log: Log
}

/**
 * A key that is added when a request is sent, and only for the feed's own addresses. It is in no archive, log or
 * message.
 */
export type FeedKey = {
  readonly setting: SettingEnv
  readonly send: 'query' | 'header'
  /** Name of the parameter or header. */
  readonly name: string
  /** Sent before the key in a header, such as `Token `. */
  readonly prefix?: string
  /** Only this address needs the key. Default: all addresses of the feed. */
  readonly address_setting?: SettingEnv
  /** The feed also works without the key. If false, a run without a key is refused before its first request. */
  readonly is_optional?: boolean
}

/**
 * The origin of a source. The feed knows addresses, windows and pages; the client knows pacing and retries.
 */
export type Feed = {
  /** The address that the publisher documents. The setting of this feed overrides it. */
  readonly address: string
  /** Environment names of the settings: `FEDERAL_REGISTER_URL`, and `…_API_KEY` if the publisher requires a key. */
  readonly address_setting: SettingEnv
  readonly more_addresses?: readonly { readonly address: string; readonly address_setting: SettingEnv }[]
  readonly key: FeedKey | null
  /** The rate that the publisher allows, or half of a usual rate if the publisher states none. */
  readonly requests_per_minute: number
  /** The interval of the schedule, and the time without success after which a source counts as late. */
  readonly interval_s: number
  /** The documents refer to each other: if one is new, the feed gives all of them. They are few and small. */
  readonly is_set?: boolean
  readonly fetch: (fetching: Fetching) => AsyncIterable<ArchivedDocument>
}
