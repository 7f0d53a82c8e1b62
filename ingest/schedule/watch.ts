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

/** The result of one source in a round. `busy`: another process is running it, or has just run it. */
export type SourceOutcome = { readonly source: string } & (
  | { readonly status: 'done' | 'stopped'; readonly counts: RunCounts }
  | { readonly status: 'busy' | 'failed'; readonly error: string }
)

export type RoundResult = {
  readonly outcomes: readonly SourceOutcome[]
  readonly not_configured: Schedule['not_configured']
  readonly timers: readonly TimerRun[]
}

/** Fetches each configured source once, one after another. A failure stops no other source. */
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

/** Finds due sources from stored runs, so that a restarted process continues the schedule. */
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
    // A publisher's failure needs no stack trace.
    if (!(error instanceof UpstreamError)) {
      options.log.error({ err: error, source: source.name }, 'a source failed')
    }
    return { source: source.name, status: 'failed', error: errorText(error) }
  }
}

export type Watch = {
  /** Starts due sources and runs due timers. Gives the next due time. It waits for no source. */
  round(): Promise<Date | null>
  /** Resolves when every started source has ended. */
  settled(): Promise<void>
}

const HELD_BACK_MS = 60_000
const LONGEST_SLEEP_MS = 30_000

/** Runs sources in parallel, each at its own interval, so that one that takes days delays no other. */
export function createWatch(
  options: ScheduleOptions,
  onEnd: (outcome: SourceOutcome) => void = () => {},
): Watch {
  const running = new Map<string, Promise<void>>()
  /** Sources that another process runs, or that failed before their run was saved. */
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

/** Runs rounds until it is stopped. Active runs then end with what they have read. */
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
        log.warn({ err: error }, 'the schedule could not be read; trying again')
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
