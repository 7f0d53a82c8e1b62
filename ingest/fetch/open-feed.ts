import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { type Settings, settingOf } from '../../runtime/settings/settings.ts'
import type { Answer, ArchivedDocument, Download, Feed, Fetching } from '../source-interface/feed.ts'
import type { Source } from '../source-interface/source.ts'
import {
  documentOf,
  lastFetched,
  lastUnobserved,
  markObserved,
  readDocuments,
  readUnobserved,
} from './archive.ts'
import { createArchivedRequests } from './archived-requests.ts'
import { forgetCursor, readCursor, saveCursor } from './feed-cursor.ts'
import { addressesOf, clientSettings, type FeedAddresses } from './feed-settings.ts'
import { createClient } from './http/client.ts'
import { type Pause, pause } from './http/pacer.ts'
import { UpstreamError } from './http/upstream-error.ts'
import { newDocuments, wholeSet } from './new-documents.ts'
import { createTextQueue } from './text-queue.ts'

export type OpenFeedOptions = {
  /** A source with a feed. Throws `usage` otherwise. */
  readonly source: Source
  readonly settings: Settings
  readonly database: Database
  readonly store: ObjectStore
  readonly clock: Clock
  readonly log: Log
  readonly run_id: string
  readonly since: string | null
  readonly until: string | null
  /** Ends waits and requests. `documents` then throws its reason. */
  readonly signal: AbortSignal
  /** Called before the first request and after each answer, even if the answer gives no document. */
  readonly onAnswer?: (soFar: FeedCounts) => void
  /** For tests: replaces pauses and random numbers. */
  readonly pause?: Pause
  readonly random?: () => number
}

export type FeedCounts = {
  readonly requests: number
  readonly bytes: number
  /** Documents for the parser: fetched now, or left unobserved by earlier runs. */
  readonly documents: number
  readonly resumed: number
  /** Answers that did not change, by the publisher's word or by their bytes. */
  readonly unmodified: number
}

export type OpenFeed = {
  /**
   * Iterate it once. It gives first what earlier runs fetched and did not observe, then what the feed fetches. Each
   * document is in the archive before it is given. If the publisher fails, it ends normally and sets `failure`, so
   * that the run reads what came.
   */
  readonly documents: () => AsyncGenerator<ArchivedDocument>
  /** The reason if the feed stopped early. Settle such a run; it counts as failed and moves no watermark. */
  readonly failure: () => UpstreamError | null
  /** Call it after the run has ended well: its documents are then observed and will not be fetched again. */
  readonly settle: () => Promise<void>
  /** `since` of the next run, if this one did not fail. */
  readonly next_since: () => string
  readonly counts: () => FeedCounts
  readonly close: () => Promise<void>
}

/** Fetches new documents from the publisher of a source. It sends no request before `documents` is iterated. */
export async function openFeed(options: OpenFeedOptions): Promise<OpenFeed> {
  const { database, store, clock, log, run_id, since, until, signal } = options
  const source = options.source.name
  const { feed, addresses, key, own_hosts } = addressesOf(options.source, options.settings)
  const saved = await readCursor(database, source, { since, until })
  const startedAt = saved?.started_at ?? clock.now().toISOString()
  const readUpTo = await lastUnobserved(database, source)
  const client = createClient({
    ...clientSettings(options.source, feed, options.settings),
    key,
    own_hosts,
    clock,
    log,
    signal,
    pause: options.pause ?? pause,
    random: options.random ?? Math.random,
  })
  const answering = createArchivedRequests({
    database,
    store,
    clock,
    client,
    source,
    run_id,
    address: addresses.main,
  })
  const counts = { documents: 0, resumed: 0 }
  const countsNow = (): FeedCounts => ({ requests: client.requests(), ...answering.counts(), ...counts })
  const answerTo = async (download: Download): Promise<Answer | 'missing' | null> => {
    const answer = await answering.answerTo(download)
    options.onAnswer?.(countsNow())
    return answer
  }
  let nextSince = startedAt
  let failure: UpstreamError | null = null
  let isComplete = false
  /** The store lost documents of an earlier run, so they are fetched again from the first window on. */
  let isLost = false

  const notThere = (url: string, what?: string) => notThereError({ source, feed, addresses }, url, what)
  const fetching: Fetching = {
    since,
    until,
    started_at: startedAt,
    get resumed() {
      return isLost ? null : (saved?.cursor ?? null)
    },
    log,
    texts: createTextQueue(database, clock),
    address: (setting) => addresses.of(setting),
    async get(download) {
      const answer = await answerTo(download)
      if (answer !== 'missing') return answer
      throw notThere(answering.urlOf(download.url).href)
    },
    async find(download) {
      const answer = await answerTo(download)
      return answer === 'missing' ? null : answer
    },
    async archived(url) {
      const row = await lastFetched(database, source, answering.urlOf(url).href)
      return row?.is_document ? documentOf(store, row) : null
    },
    setting: (env) => settingOf(options.settings, env),
    save: (cursor) => saveCursor(database, source, { since, until }, { cursor, started_at: startedAt }),
    advance(to) {
      nextSince = to
    },
  }

  return {
    async *documents() {
      options.onAnswer?.(countsNow())
      if (options.settings.ingest_contact === '')
        log.info({ source }, 'INGEST_CONTACT is not set: publishers cannot contact you')
      const left = feed.is_set === true ? [] : readUnobserved(database, source, readUpTo)
      for await (const row of left) {
        counts.resumed += 1
        counts.documents += 1
        isLost ||= !(await store.has(row.sha256))
        yield documentOf(store, row)
      }
      try {
        const fetched = { feed, fetching, requests: answering, database, signal }
        for await (const one of feed.is_set === true ? wholeSet(fetched) : newDocuments(fetched)) {
          counts.documents += 1
          yield one
        }
        const url = answering.nothingThere()
        if (url !== null) throw await startOver(options, notThere(url.href, NOTHING_THERE))
        isComplete = true
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        failure = error
        log.debug({ source, code: error.code }, 'the publisher failed; reading what came')
      }
    },
    failure: () => failure,
    async settle() {
      const listings = isComplete ? answering.rows() : []
      await markObserved(database, { source, run_id, read_up_to: readUpTo, listings })
      if (isComplete) await forgetCursor(database, source, { since, until })
    },
    next_since: () => nextSince,
    counts: countsNow,
    close: client.close,
  }
}

const NOTHING_THERE = 'does not exist, nor does any other document of the feed'

/** Otherwise the next run would resume after the last missing document, request nothing, and succeed. */
async function startOver(options: OpenFeedOptions, failure: UpstreamError): Promise<UpstreamError> {
  const { database, source, since, until } = options
  await forgetCursor(database, source.name, { since, until })
  return failure
}

/** Names only the settings whose addresses contain the URL, because a record may name any URL. */
function notThereError(
  { source, feed, addresses }: { source: string; feed: Feed; addresses: FeedAddresses },
  url: string,
  what = 'does not exist',
): UpstreamError {
  const { address_setting, more_addresses = [] } = feed
  const settings = [address_setting, ...more_addresses.map((more) => more.address_setting)]
  const below = settings.filter((setting) => url.startsWith(new URL(`${addresses.of(setting)}/`).href))
  const hint = below.length === 0 ? '' : `: check ${below.join(', ')}`
  return new UpstreamError('upstream_rejected', `${what} (404 or 410)${hint}`, { source, url, status: 404 })
}

/**
 * Gives all documents of a source in the order of their fetch, without requests, for a parser that has changed.
 * `since` and `until` limit the time of the fetch.
 */
export async function* archivedDocuments(
  database: Database,
  store: ObjectStore,
  source: string,
  span: { readonly since?: string | null; readonly until?: string | null } = {},
): AsyncGenerator<ArchivedDocument> {
  for await (const row of readDocuments(database, source, span)) yield documentOf(store, row)
}
