import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pause } from '../../../ingest/fetch/http/pacer.ts'
import type { UpstreamError } from '../../../ingest/fetch/http/upstream-error.ts'
import { type FeedCounts, type OpenFeed, openFeed } from '../../../ingest/fetch/open-feed.ts'
import { type RunCounts, runIngest } from '../../../ingest/runs/run.ts'
import type { Source } from '../../../ingest/source-interface/source.ts'
import { createEventCodec, type EventCodec } from '../../../runtime/events/event-codec.ts'
import { createLog } from '../../../runtime/log.ts'
import { createObjectStore } from '../../../runtime/object-store/create-object-store.ts'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { createManualClock, type ManualClock } from '../clocks/manual-clock.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { knowSchemas } from '../stores/schema-ids.ts'

export type Fetched = {
  readonly documents: readonly { readonly name: string; readonly url: string; readonly bytes: Buffer }[]
  readonly failure: UpstreamError | null
  readonly counts: FeedCounts
  readonly next_since: string
}

export type FetchOptions = {
  readonly since?: string | null
  readonly until?: string | null
  /** Stops after this many documents without settling, like a kill. */
  readonly dies_after?: number
  readonly settings?: Partial<Settings>
}

/** Fetching without waiting: waits move the clock instead. */
export type FetchWorld = {
  readonly clock: ManualClock
  readonly store: ObjectStore
  /** Total waiting time so far, in ms. */
  readonly waited_ms: readonly number[]
  readonly open: (source: Source, options?: FetchOptions) => Promise<OpenFeed>
  /** One fetch without ingest; it is settled unless it was killed. */
  readonly fetch: (source: Source, options?: FetchOptions) => Promise<Fetched>
  /**
   * One run as the command makes it: it fetches, archives, observes and settles, and starts where the last one ended.
   */
  readonly run: (source: Source, options?: FetchOptions) => Promise<RunCounts>
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

  const pause: Pause = async (ms, signal) => {
    signal.throwIfAborted()
    waited_ms.push(ms)
    clock.advance(ms)
  }

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
      pause,
    })

  /** The run of the command, in a separate process or in this one. */
  async function ingest(
    source: Source,
    from: 'fetch' | 'archive',
    options: FetchOptions,
  ): Promise<RunCounts> {
    if (codec === undefined) {
      await knowSchemas(database)
      codec = await createEventCodec(settings, database)
    }
    return runIngest({
      source,
      paths: [],
      from,
      since: options.since ?? null,
      until: options.until ?? null,
      settings: { ...settings, object_store: home, ...options.settings },
      database,
      codec,
      log: createLog('test', 'silent'),
      clock,
      wait: true,
      pause,
      random: () => 0.5,
    })
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
    run: (source, options = {}) => ingest(source, 'fetch', options),
    replay: (source) => ingest(source, 'archive', {}),
  }
}

export const namesOf = ({ documents }: { readonly documents: readonly { readonly name: string }[] }) =>
  documents.map(({ name }) => name)
