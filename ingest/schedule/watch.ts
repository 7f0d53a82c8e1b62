import { Signal } from '../../runtime/signal.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { UpstreamError } from '../fetch/http/upstream-error.ts'
import type { FeedCounts } from '../fetch/open-feed.ts'
import { readLastFetches } from '../run-context/last-fetch.ts'
import { errorText, markLostRuns } from '../run-context/run-record.ts'
import { reapLeases } from '../run-context/source-lease.ts'
import type { Tally } from '../run-context/tally.ts'
import { type RunCounts, type RunOptions, runIngest } from '../runs/run.ts'
import type { Source } from '../source-interface/source.ts'
import { planSchedule, type Schedule, type Scheduled } from './schedule.ts'
import type { Timer, TimerContext } from './timer.ts'
import { runDueTimers, type TimerRun } from './timers.ts'

export type ScheduleOptions = Pick<
  RunOptions,
  'settings' | 'database' | 'codec' | 'log' | 'clock' | 'mode' | 'dry_run'
> & {
  readonly sources: readonly Source[]
  readonly signal: AbortSignal
  readonly timers?: readonly Timer[]
} & Pick<TimerContext, 'beforeRun'>

/** What became of one source in a round. `busy`: another process has it in hand, or has just run it. */
export type SourceOutcome = { readonly source: string } & (
  | { readonly status: 'done' | 'stopped'; readonly counts: RunCounts }
  | { readonly status: 'busy' | 'failed'; readonly error: string }
)

export type RoundResult = {
  readonly outcomes: readonly SourceOutcome[]
  readonly not_configured: Schedule['not_configured']
  readonly timers: readonly TimerRun[]
}

/** Asks each source that can be asked once, one after the other; a failure stops no other. */
export async function runAll(
  options: ScheduleOptions,
  progress: {
    readonly due_only: boolean
    readonly onStart?: (source: string) => void
    readonly onProgress?: (source: string, soFar: Tally, fetched: FeedCounts | null) => void
    readonly onEnd?: (outcome: SourceOutcome) => void
  },
): Promise<RoundResult> {
  const { scheduled, not_configured } = await readSchedule(options)
  const now = options.clock.now()
  const outcomes: SourceOutcome[] = []
  for (const one of scheduled) {
    if (options.signal.aborted) break
    if (progress.due_only && one.due_at > now) continue
    progress.onStart?.(one.source.name)
    const { name } = one.source
    const outcome = await runScheduled(options, one, (soFar, fetched) =>
      progress.onProgress?.(name, soFar, fetched),
    )
    progress.onEnd?.(outcome)
    outcomes.push(outcome)
  }
  const ran =
    options.signal.aborted || options.dry_run === true ? [] : await runDueTimers(options, options.timers)
  return { outcomes, not_configured, timers: ran }
}

/** What is due by what is written down: a process that comes back knows what its last life did. */
async function readSchedule({ database, settings, sources }: ScheduleOptions): Promise<Schedule> {
  await reapLeases(database)
  await markLostRuns(database)
  const fetches = await readLastFetches(
    database,
    sources.map(({ name }) => name),
  )
  return planSchedule(settings, sources, fetches)
}

async function runScheduled(
  options: ScheduleOptions,
  { source, last }: Scheduled,
  progress: NonNullable<RunOptions['progress']> = () => {},
): Promise<SourceOutcome> {
  try {
    await options.beforeRun?.()
    const counts = await runIngest({ ...options, source, paths: [], from: 'fetch', after: last, progress })
    return { source: source.name, status: counts.status === 'stopped' ? 'stopped' : 'done', counts }
  } catch (error) {
    if (error instanceof LegislogError && error.code === 'source_busy') {
      return { source: source.name, status: 'busy', error: error.message }
    }
    // What a publisher did needs no stack.
    if (!(error instanceof UpstreamError)) {
      options.log.error({ err: error, source: source.name }, 'a source failed')
    }
    return { source: source.name, status: 'failed', error: errorText(error) }
  }
}

export type Watch = {
  /** Starts what is due, and runs the timers that are; gives when something is due next. Waits for no source. */
  round(): Promise<Date | null>
  /** Resolves when every source that was started has ended. */
  settled(): Promise<void>
}

const HELD_BACK_MS = 60_000
const LONGEST_SLEEP_MS = 30_000

/** Sources side by side, each after its own interval: one that takes days keeps no other waiting. */
export function createWatch(
  options: ScheduleOptions,
  onEnd: (outcome: SourceOutcome) => void = () => {},
): Watch {
  const running = new Map<string, Promise<void>>()
  /** Sources that somebody else runs, or that failed before there was a run to be written down. */
  const deferredUntil = new Map<string, Date>()
  const start = (one: Scheduled) => {
    const { name } = one.source
    const ended = runScheduled(options, one).then((outcome) => {
      running.delete(name)
      if ('error' in outcome) deferredUntil.set(name, new Date(options.clock.now().getTime() + HELD_BACK_MS))
      onEnd(outcome)
    })
    running.set(name, ended)
  }
  const isFree = ({ source, last }: Scheduled, now: Date): boolean =>
    !running.has(source.name) &&
    last?.status !== 'running' &&
    (deferredUntil.get(source.name)?.getTime() ?? 0) <= now.getTime()
  return {
    async round() {
      const { scheduled } = await readSchedule(options)
      const now = options.clock.now()
      const idle = scheduled.filter((one) => isFree(one, now))
      for (const one of idle.filter(({ due_at: dueAt }) => dueAt <= now)) {
        if (running.size >= options.settings.ingest_concurrency || options.signal.aborted) break
        start(one)
      }
      await runDueTimers(options, options.timers)
      const later = idle.map(({ due_at: dueAt }) => dueAt).filter((dueAt) => dueAt > now)
      return later.length === 0 ? null : new Date(Math.min(...later.map((dueAt) => dueAt.getTime())))
    },
    async settled() {
      await Promise.all(running.values())
    },
  }
}

/** Rounds until it is told to stop; then the runs under way end with what they have read. */
export async function watchSources(
  options: ScheduleOptions & { readonly onRound: (failure?: unknown) => void },
): Promise<void> {
  const { clock, log, signal, onRound } = options
  const wake = new Signal()
  const { scheduled, not_configured } = planSchedule(options.settings, options.sources, new Map())
  for (const { source, interval_s } of scheduled) log.info({ source: source.name, interval_s }, 'watched')
  for (const lacking of not_configured) log.info(lacking, 'not configured')
  const watch = createWatch(options, ({ source, status, ...outcome }) => {
    log.info(
      { source, status, ...('error' in outcome ? { error: outcome.error } : {}) },
      'a source has ended',
    )
    wake.notify()
  })
  signal.addEventListener('abort', () => wake.notify(), { once: true })
  while (!signal.aborted) {
    const dueAt = await watch.round().then(
      (at) => {
        onRound()
        return at
      },
      (error: unknown) => {
        log.warn({ err: error }, 'the schedule could not be read: it is read again')
        onRound(error)
        return null
      },
    )
    if (signal.aborted) break
    const sleep_ms = dueAt === null ? LONGEST_SLEEP_MS : dueAt.getTime() - clock.now().getTime()
    await wake.wait(Math.min(LONGEST_SLEEP_MS, Math.max(1_000, sleep_ms)))
  }
  await watch.settled()
}
