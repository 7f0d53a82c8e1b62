import { requireIntactLog } from '../../runtime/kafka/log-guard/refuse-lost-log.ts'
import { createLogSource } from '../../runtime/kafka/log-source/log-source.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { readPositions } from '../verify/schema-snapshot.ts'
import { catchUp, type Positions } from './catch-up/catch-up.ts'
import { logEnds } from './catch-up/positions-at.ts'
import { comparePhase } from './compare-phase.ts'
import { indexAll, loadAll } from './load-phases.ts'
import { openRebuild, readLogStanding } from './open-rebuild.ts'
import { describeEvents } from './progress/pace.ts'
import type { ComparisonReport, RebuildContext, RebuildOptions, RebuildReport } from './rebuild-context.ts'
import { takeRebuildLock } from './record/rebuild-lock.ts'
import { movePhase, noteError, notePlan, type RebuildPhase } from './record/rebuild-record.ts'
import { freeze, startProjecting, swapRebuilt } from './swap.ts'

/** The results of a run so far. */
type Done = {
  events: number
  rows: number
  comparison: ComparisonReport | null
  flip: RebuildReport['flip']
  reason: string | null
}
type Step = (context: RebuildContext, done: Done) => Promise<RebuildPhase | 'stop'>

/** Fewer events than this are left to the comparison, which reads them while it keeps its snapshot. */
const NEARLY = 5_000
const ROUNDS = 10

/**
 * Builds a new read schema next to the live one, proves that it is right, and points readers at it. Each phase may be
 * killed: the next run continues. Throws `rebuild_busy`, `rebuild_unfinished`, `log_behind` and errors of reading the
 * log. A refusal of the rows is in the report.
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildReport> {
  const { database, settings, until_at = null, restarts } = options
  const lock = await takeRebuildLock(settings)
  const source = createLogSource(options)
  try {
    const signal = AbortSignal.any([options.signal, lock.lost])
    await requireIntactLog(options)
    const { record, is_continued } = await openRebuild({ ...options, source, until_at, restarts })
    let phase = record.phase
    const context: RebuildContext = {
      ...options,
      source,
      record,
      signal,
      report: (detail, isDone) =>
        options.onProgress({
          phase,
          read_schema: record.read_schema,
          detail,
          ...(isDone === undefined ? {} : { is_done: isDone }),
        }),
    }
    const done: Done = { events: 0, rows: 0, comparison: null, flip: null, reason: null }
    const phases: { phase: RebuildPhase; seconds: number }[] = []
    if (is_continued) {
      const { read_schema, started_at } = record
      const detail = `continues with ${read_schema}, started at ${started_at}`
      options.onProgress({ phase, read_schema, detail, is_done: true })
    }
    try {
      while (phase !== 'done' && phase !== 'abandoned') {
        await options.onPhase?.(phase, record.read_schema)
        const started = performance.now()
        const next = await steps[phase](context, done)
        phases.push({ phase, seconds: Math.round(performance.now() - started) / 1000 })
        if (next === 'stop') break
        await movePhase(database, record.id, next)
        phase = next
      }
    } catch (error) {
      // The error itself goes to the caller, and matters more than a note of it.
      await noteError(database, record.id, error instanceof Error ? error.message : String(error)).catch(
        () => {},
      )
      throw signal.aborted ? signal.reason : error
    }
    if (done.reason !== null && phase === 'compare') await noteError(database, record.id, done.reason)
    const { read_schema, code, started_at } = record
    const continuedSince = is_continued ? started_at : null
    return {
      read_schema,
      code,
      until_at,
      continued_since: continuedSince,
      phases,
      ...done,
      swapped: done.flip !== null,
    }
  } finally {
    await source.close()
    await lock.release()
  }
}

const steps: Readonly<Record<Exclude<RebuildPhase, 'done' | 'abandoned'>, Step>> = {
  load,
  index,
  catch_up: catchUpToLive,
  compare,
  swap,
}

async function load(context: RebuildContext, done: Done): Promise<RebuildPhase> {
  const { events, rows, seconds } = await loadAll(context)
  done.events += events
  done.rows = rows
  const rate = Math.round(events / Math.max(seconds, 0.001))
  context.report(`${events} events, ${rows} rows in ${seconds.toFixed(1)} s (${rate} events/s)`, true)
  return 'index'
}

async function index(context: RebuildContext, done: Done): Promise<RebuildPhase> {
  const { database, record, report } = context
  await indexAll(context)
  report('keys and indexes exist', true)
  if (record.until_at === null) return 'catch_up'
  await freeze(database, record.read_schema, record.until_at)
  if (Object.values(record.spans).every((next) => next === '0')) {
    done.reason =
      'it is empty: the log had no events at that time; --until is the time at which an event entered the log'
  }
  return 'done'
}

async function catchUpToLive(context: RebuildContext, done: Done): Promise<RebuildPhase> {
  const { database, source, record, report } = context
  for (let round = 0; round < ROUNDS; round++) {
    const live = await liveReadSchema(database)
    const standing = live === undefined ? undefined : await readLogStanding(database, source, live)
    const wanted = standing?.is_complete === true ? standing.positions : await logEnds(source)
    const until = furthestPositions(wanted, await readPositions(database, record.read_schema))
    const events = await catchUp(context, record.read_schema, until, (progress) =>
      report(describeEvents(progress)),
    )
    done.events += events
    if (events <= NEARLY) break
  }
  report(`${record.read_schema} is up to date`, true)
  return 'compare'
}

/** If the live one is behind the loaded events, the swap waits for it later. */
function furthestPositions(wanted: Positions, stored: Positions): Positions {
  return new Map(
    [...wanted].map(([place, next]) => [place, next > (stored.get(place) ?? 0n) ? next : stored.get(place)!]),
  )
}

async function compare(context: RebuildContext, done: Done): Promise<RebuildPhase | 'stop'> {
  const { report, plan } = await comparePhase(context)
  done.comparison = report
  done.rows = report.rows
  if (report.refusal !== null) {
    done.reason = report.refusal
    context.report(report.refusal, true)
    return 'stop'
  }
  await notePlan(context.database, context.record.id, plan)
  const than = report.with === null ? 'as the log has them' : `${report.differing} differ from ${report.with}`
  context.report(`${report.rows} rows, ${than}`, true)
  return 'swap'
}

async function swap(context: RebuildContext, done: Done): Promise<RebuildPhase | 'stop'> {
  const { database, record, swaps, report } = context
  await startProjecting(database, record.read_schema)
  if (!swaps) {
    done.reason = `it waits: legislog rebuild makes ${record.read_schema} live, --abandon drops it`
    report(done.reason, true)
    return 'stop'
  }
  done.flip = await swapRebuilt(context)
  report(`${record.read_schema} is live${done.flip.from === null ? '' : `, ${done.flip.from} is kept`}`, true)
  return 'done'
}
