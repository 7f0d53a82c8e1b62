import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../runtime/clock.ts'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { Log } from '../../runtime/log.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { retryTransient } from '../../runtime/postgres/retry-transaction.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { matchPrintedNames } from '../corrections/match-printed-names.ts'
import { sweepSessions } from '../corrections/sweep-sessions.ts'
import { intervalOf } from '../fetch/feed-interval.ts'
import type { Pause } from '../fetch/http/pacer.ts'
import type { FeedCounts } from '../fetch/open-feed.ts'
import { sizeOf } from '../files/file-input.ts'
import { type RunStart, saveFreshness } from '../freshness/save-freshness.ts'
import { observeItems } from '../observe/observe-items.ts'
import { createBackfill, type Mode } from '../run-context/backfill.ts'
import { createConfirmedRecords } from '../run-context/confirmed-records.ts'
import type { LastFetch } from '../run-context/last-fetch.ts'
import { createRunChanges } from '../run-context/run-changes.ts'
import type { RunContext } from '../run-context/run-context.ts'
import { beginRun, type Ending, endRun, newRunId } from '../run-context/run-record.ts'
import { holdLease, noLease } from '../run-context/source-lease.ts'
import { count, createTallies, type Tally } from '../run-context/tally.ts'
import { createPrintedNames } from '../state/printed-names.ts'
import {
  type ChosenInput,
  checkInput,
  chooseInput,
  type InputChoice,
  type OpenInput,
  openInput,
} from './run-input.ts'

export type RunOptions = InputChoice & {
  readonly settings: Settings
  readonly database: Database
  readonly codec: EventCodec
  readonly log: Log
  readonly clock: Clock
  readonly mode?: Mode
  readonly dry_run?: boolean
  /** The run is about single records and says nothing about the source as a whole. */
  readonly is_retry?: boolean
  /** Waits while another run of the source is active and does not throw `source_busy`. */
  readonly wait?: boolean
  /** The last fetch that the caller knows of. If another has run since, it throws `source_busy`. */
  readonly after?: LastFetch | null
  /** Asks the run to stop: what was read is observed, and the next run continues. */
  readonly signal?: AbortSignal
  /** For tests: replaces pauses and random numbers of a fetch. */
  readonly pause?: Pause
  readonly random?: () => number
  /** Called after each answer of a publisher and after each batch with the counts so far. */
  readonly progress?: (soFar: Tally, fetched: FeedCounts | null, read: FilesRead | null) => void
}

/** The progress of a run through its files. */
export type FilesRead = {
  readonly bytes: number
  /** The size of all files. null while they are still being counted. */
  readonly of_bytes: number | null
}

export type RunCounts = Tally & {
  readonly source: string
  readonly run_id: string
  readonly status: Ending['status']
  readonly is_dry_run: boolean
  readonly seconds: number
  readonly by_jurisdiction: Readonly<Record<string, Tally>>
  /** Counts of requests to its address. null if nothing was fetched. */
  readonly fetched: FeedCounts | null
  /** Jurisdictions that the source reported for the first time: these events are backfill and send no webhooks. */
  readonly first_loads: readonly string[]
  /** No run has read changes before this time, RFC 3339, and none will without a request: see `OpenInput`. */
  readonly not_asked_before: string | null
}

/** Reads everything that a source reports and publishes what changed. If it is killed at any point, run it again. */
export async function runIngest(options: RunOptions): Promise<RunCounts> {
  const { source, settings, database, clock, log, mode = 'auto', dry_run = false } = options
  checkInput(options, settings)
  const runId = newRunId(clock.now())
  const lease = dry_run ? noLease : holdLease(database, log, { source: source.name, run_id: runId })
  const signal = AbortSignal.any([lease.lost, ...(options.signal === undefined ? [] : [options.signal])])
  try {
    const { begun, chosen } = await begin(options, runId)
    const run: RunContext = {
      run_id: runId,
      source: source.name,
      mapper_version: source.mapper_version,
      dry_run,
      database,
      codec: options.codec,
      settings,
      log,
      clock,
      lease,
      backfill: await createBackfill(database, source.name, mode),
      printed_names: createPrintedNames(),
      tallies: createTallies(),
      changes: createRunChanges(),
      confirmed: createConfirmedRecords(),
    }
    lease.keepAlive(() => run.tallies.all)
    const onAnswer = (fetched: FeedCounts) => options.progress?.(run.tallies.all, fetched, null)
    const context = { ...options, run_id: runId, signal, onAnswer }
    const input = await openInput(source, chosen, context).catch(async (error) => {
      if (!dry_run) await writeEnding(run, { status: 'failed', error }, { ...begun, fetched: null })
      throw error
    })
    try {
      const ending = await observeAll(run, options, { input, signal, started_at: begun.started_at })
      if (!dry_run) await writeEnding(run, ending, { ...begun, fetched: input.counts() })
      // If the publisher failed, everything that came has been observed. If anything else failed, it has not.
      const hasReadAll =
        ending.status === 'done' || (ending.status === 'failed' && ending.error === input.failure())
      if (!dry_run && hasReadAll) await input.settle()
      if (ending.status === 'failed') throw ending.error
      const seconds = (clock.now().getTime() - Date.parse(begun.started_at)) / 1000
      const { all, by_jurisdiction } = run.tallies
      const isMarkSet = ending.status === 'done' && !dry_run
      const counts = {
        ...all,
        seconds,
        by_jurisdiction,
        fetched: input.counts(),
        first_loads: run.backfill.firstLoads(),
        not_asked_before: isMarkSet ? input.not_asked_before : null,
      }
      return { source: source.name, run_id: runId, status: ending.status, is_dry_run: dry_run, ...counts }
    } finally {
      await input.close()
    }
  } finally {
    lease.stop()
  }
}

async function begin(
  options: RunOptions,
  runId: string,
): Promise<{ readonly begun: RunStart; readonly chosen: ChosenInput }> {
  const { source, settings, database, clock, mode = 'auto', is_retry = false, signal } = options
  for (;;) {
    const startedAt = clock.now().toISOString()
    const chosen = await chooseInput(options, { database, is_retry })
    const begun = {
      input_kind: chosen.input_kind,
      started_at: startedAt,
      interval_s: intervalOf(settings, source),
    }
    if (options.dry_run === true) return { chosen, begun: { ...begun, follows_lost: false } }
    try {
      const run = { run_id: runId, source: source.name, mode, started_at: startedAt, ...chosen }
      const { follows_lost } = await beginRun(database, run, options.after)
      return { chosen, begun: { ...begun, follows_lost } }
    } catch (error) {
      if (options.wait !== true || !isBusy(error)) throw error
      // An abort ends the pause: the next line throws its reason.
      await delay(BUSY_PAUSE_MS, undefined, signal === undefined ? {} : { signal }).catch(() => {})
      signal?.throwIfAborted()
    }
  }
}

async function observeAll(
  run: RunContext,
  options: RunOptions,
  context: { readonly input: OpenInput; readonly signal: AbortSignal; readonly started_at: string },
): Promise<Ending> {
  const { input, signal, started_at } = context
  const read = options.paths.length > 0 ? followFiles(options) : null
  const items = options.source.read({
    paths: options.paths,
    ...(input.documents === undefined ? {} : { documents: input.documents }),
    started_at,
    archive_bytes: run.settings.archive_bytes,
    onRead(bytes) {
      if (read !== null) read.bytes += bytes
    },
    passed_over(name, why) {
      count(run.tallies, null, 'passed_over')
      run.log.info({ file: name, why }, 'passed over')
    },
  })
  try {
    await observeItems(run, items, {
      signal,
      onBatch: () => options.progress?.(run.tallies.all, input.counts(), read),
    })
    run.lease.check()
    if (signal.aborted) return { status: 'stopped' }
    if (!run.dry_run) await sweepSessions(run, signal)
    if (!run.dry_run) await matchPrintedNames(run)
    const failure = input.failure()
    if (failure !== null) return { status: 'failed', error: failure }
    return { status: 'done', next_since: input.next_since() }
  } catch (error) {
    return { status: 'failed', error }
  }
}

/** Adds up the file sizes beside the run, only if progress is shown. */
function followFiles({ paths, progress }: RunOptions): { bytes: number; of_bytes: number | null } {
  const read: { bytes: number; of_bytes: number | null } = { bytes: 0, of_bytes: null }
  if (progress === undefined) return read
  sizeOf(paths).then(
    (bytes) => {
      read.of_bytes = bytes
    },
    // If a file cannot be measured, reading it reports what is wrong.
    () => {},
  )
  return read
}

/** Saves how the run ended, its freshness, and the release of its source, in one transaction. */
async function writeEnding(
  run: RunContext,
  ending: Ending,
  { fetched, ...begun }: RunStart & { readonly fetched: FeedCounts | null },
): Promise<void> {
  const endedAt = run.clock.now().toISOString()
  const makesLive = begun.input_kind !== 'retry'
  try {
    await retryTransient(run.log, () =>
      inTransaction(run.database, async (client) => {
        await run.lease.fence(client)
        await saveFreshness(client, run, { ...begun, ending, ended_at: endedAt })
        // This is last: from here on its heartbeat waits for this transaction.
        await endRun(client, run, { ending, ended_at: endedAt, fetched, makes_live: makesLive })
      }),
    )
  } catch (error) {
    // Report the first error to the caller.
    if (ending.status !== 'failed') throw error
    run.log.warn({ err: error, run_id: run.run_id }, 'the end of the run could not be saved')
  }
}

const BUSY_PAUSE_MS = 1_000

function isBusy(error: unknown): boolean {
  return error instanceof LegislogError && error.code === 'source_busy'
}
