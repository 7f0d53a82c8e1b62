import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Folded } from '../fold/fold-events.ts'
import type { Watermark } from '../watermark/watermark.ts'
import { type BatchTimes, noTimes, stages } from './batch-times.ts'

/** Since the process started. */
export type ProjectionTotals = {
  readonly batches: number
  readonly applied: number
  readonly repeated: number
  readonly parked: number
  readonly positions_moved: number
  readonly stage_ms: BatchTimes
}

export type ProjectionMetrics = {
  totals(): ProjectionTotals
  countBatch(folded: Folded, times: BatchTimes): void
  countMovedPositions(): void
  countRetry(): void
  showWatermark(moved: Watermark): void
  /** Shows whether this process waits before an event for this reason. */
  showWait(code: string, waits: boolean): void
}

const BATCH_BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const SECOND_MS = 1_000

/** One set per registry, however many read schemas are projected. */
const instrumentsByRegistry = new WeakMap<Registry, Instruments>()
type Instruments = ReturnType<typeof createInstruments>

function createInstruments(registry: Registry) {
  const registers = [registry]
  return {
    events: new Counter({
      name: 'legislog_projection_events_total',
      help: 'Events read by outcome: applied, repeated (had been applied before), parked',
      labelNames: ['read_schema', 'outcome'],
      registers,
    }),
    batch_s: new Histogram({
      name: 'legislog_projection_batch_seconds',
      help: 'Seconds that a batch took, by stage',
      labelNames: ['read_schema', 'stage'],
      buckets: BATCH_BUCKETS_S,
      registers,
    }),
    moved: new Counter({
      name: 'legislog_projection_positions_moved_total',
      help: 'Batches dropped because another process had moved the positions',
      labelNames: ['read_schema'],
      registers,
    }),
    retries: new Counter({
      name: 'legislog_projection_retries_total',
      help: 'Batches tried again after a transient fault',
      labelNames: ['read_schema'],
      registers,
    }),
    lag: new Gauge({
      name: 'legislog_projection_lag_events',
      help: 'Events in the log that are not projected yet',
      labelNames: ['read_schema'],
      registers,
    }),
    lag_s: new Gauge({
      name: 'legislog_projection_lag_seconds',
      help: 'Age of the oldest event that is not projected yet, from its time in Kafka',
      labelNames: ['read_schema'],
      registers,
    }),
    waiting: new Gauge({
      name: 'legislog_projection_waiting',
      help: '1 while this process waits before an event, by reason: event_newer, registry_unreachable',
      labelNames: ['read_schema', 'code'],
      registers,
    }),
    clock_ahead: new Gauge({
      name: 'legislog_log_clock_ahead_seconds',
      help: "How far the clock of the log is ahead of the database's time: above CLOCK_TOLERANCE_S the relay stamps nothing",
      labelNames: ['read_schema'],
      registers,
    }),
    watermark: new Gauge({
      name: 'legislog_projection_watermark_seconds',
      help: 'Time up to which readers of updated_since see everything, seconds since 1970',
      labelNames: ['read_schema'],
      registers,
    }),
  }
}

export function createProjectionMetrics(registry: Registry, readSchema: string): ProjectionMetrics {
  const labels = { read_schema: readSchema }
  const instruments = instrumentsByRegistry.get(registry) ?? createInstruments(registry)
  instrumentsByRegistry.set(registry, instruments)
  const { events, batch_s, moved, retries, lag, lag_s, waiting, clock_ahead, watermark } = instruments
  const totals = {
    batches: 0,
    applied: 0,
    repeated: 0,
    parked: 0,
    positions_moved: 0,
    stage_ms: noTimes(),
  }
  return {
    totals: () => totals,
    countBatch(folded, times) {
      totals.batches += 1
      totals.applied += folded.applied
      totals.repeated += folded.repeated
      totals.parked += folded.parked.length
      for (const stage of stages) totals.stage_ms[stage] += times[stage]
      events.inc({ ...labels, outcome: 'applied' }, folded.applied)
      events.inc({ ...labels, outcome: 'repeated' }, folded.repeated)
      events.inc({ ...labels, outcome: 'parked' }, folded.parked.length)
      for (const stage of stages) batch_s.observe({ ...labels, stage }, times[stage] / SECOND_MS)
    },
    countMovedPositions() {
      totals.positions_moved += 1
      moved.inc(labels)
    },
    countRetry: () => retries.inc(labels),
    showWait: (code, waits) => waiting.set({ ...labels, code }, waits ? 1 : 0),
    showWatermark({ watermark: at, behind, floor_at, database_at }) {
      clock_ahead.set(labels, Math.max(0, Date.parse(floor_at) - Date.parse(database_at)) / 1000)
      lag.set(
        labels,
        behind.reduce((sum, part) => sum + part.lag, 0),
      )
      lag_s.set(labels, Math.max(0, ...behind.map(({ oldest_s }) => oldest_s)))
      const at_ms = Date.parse(at)
      if (!Number.isNaN(at_ms)) watermark.set(labels, at_ms / 1000)
    },
  }
}
