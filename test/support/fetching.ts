import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ArchivedDocument } from '../../ingest/fetch/feed.ts'
import { archivedDocuments, type FeedCounts, type OpenFeed, openFeed } from '../../ingest/fetch/open-feed.ts'
import type { UpstreamError } from '../../ingest/fetch/upstream-error.ts'
import type { Source } from '../../ingest/observation.ts'
import { type RunCounts, runIngest } from '../../ingest/run.ts'
import { createEventCodec, type EventCodec } from '../../runtime/event-codec.ts'
import { createLog } from '../../runtime/log.ts'
import { createObjectStore, type ObjectStore } from '../../runtime/object-store.ts'
import type { Database } from '../../runtime/postgres.ts'
import { registerSchemas } from '../../runtime/schema-registration.ts'
import { createRegistryClient } from '../../runtime/schema-registry.ts'
import type { Settings } from '../../runtime/settings.ts'
import { cleanUp } from './clean-up.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'

export type Fetched = {
  readonly documents: readonly { readonly name: string; readonly url: string; readonly bytes: Buffer }[]
  readonly failure: UpstreamError | null
  readonly counts: FeedCounts
  readonly next_since: string
}

export type FetchOptions = {
  readonly since?: string | null
  readonly until?: string | null
  /** Killed after so many documents: nothing is settled. */
  readonly dies_after?: number
  readonly settings?: Partial<Settings>
}

/** Fetching without waiting: what would be waited for moves the clock instead. */
export type FetchWorld = {
  readonly clock: ManualClock
  readonly store: ObjectStore
  /** What was waited for so far, in ms. */
  readonly waited_ms: readonly number[]
  readonly open: (source: Source, options?: FetchOptions) => Promise<OpenFeed>
  /** One fetch, without ingest, settled where it was not killed. */
  readonly fetch: (source: Source, options?: FetchOptions) => Promise<Fetched>
  /** One run as the command makes it: fetched, archived, observed, settled. */
  readonly run: (source: Source, options?: FetchOptions) => Promise<RunCounts & { readonly feed: FeedCounts }>
  /** A run over the archive, with no request. */
  readonly replay: (source: Source) => Promise<RunCounts>
}

export async function createFetchWorld(database: Database, settings: Settings): Promise<FetchWorld> {
  const home = await mkdtemp(join(tmpdir(), 'legislog-fetching-'))
  cleanUp(() => rm(home, { recursive: true, force: true }))
  const store = createObjectStore({ ...settings, object_store: home })
  const clock = createManualClock()
  const waited_ms: number[] = []
  let codec: EventCodec | undefined
  let runs = 0

  const open: FetchWorld['open'] = (source, { since = null, until = null, settings: changed = {} } = {}) =>
    openFeed({
      source,
      settings: { ...settings, ...changed },
      database,
      store,
      clock,
      log: createLog('test', 'silent'),
      run_id: `run-${++runs}`,
      since,
      until,
      signal: new AbortController().signal,
      random: () => 0.5,
      async pause(ms, signal) {
        signal.throwIfAborted()
        waited_ms.push(ms)
        clock.advance(ms)
      },
    })

  async function ingest(source: Source, documents: AsyncIterable<ArchivedDocument>): Promise<RunCounts> {
    if (codec === undefined) {
      await registerSchemas(createRegistryClient(settings), database)
      codec = await createEventCodec(settings, database)
    }
    // The run's own way of saying what it reads is the source's input: here it is given by hand.
    const reading: Source = { ...source, read: (input) => source.read({ ...input, paths: [], documents }) }
    const log = createLog('test', 'silent')
    return runIngest({ source: reading, paths: ['fetched'], settings, database, codec, log, clock })
  }

  return {
    clock,
    store,
    waited_ms,
    open,
    async fetch(source, options = {}) {
      const feed = await open(source, options)
      try {
        const documents: { name: string; url: string; bytes: Buffer }[] = []
        for await (const { name, url, load } of feed.documents()) {
          documents.push({ name, url, bytes: await load() })
          if (documents.length === options.dies_after) break
        }
        if (options.dies_after === undefined) await feed.settle()
        return { documents, failure: feed.failure(), counts: feed.counts(), next_since: feed.next_since() }
      } finally {
        await feed.close()
      }
    },
    async run(source, options = {}) {
      const feed = await open(source, options)
      try {
        const counts = await ingest(source, feed.documents())
        await feed.settle()
        const failure = feed.failure()
        if (failure !== null) throw failure
        return { ...counts, feed: feed.counts() }
      } finally {
        await feed.close()
      }
    },
    replay: (source) => ingest(source, archivedDocuments(database, store, source.name)),
  }
}
