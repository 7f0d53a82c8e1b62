import { hostname } from 'node:os'
import type { Registry } from 'prom-client'
import type { Clock } from '../../runtime/clock.ts'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { Kafka } from '../../runtime/kafka/client/kafka-client.ts'
import { requireLogNotAbandoned } from '../../runtime/kafka/log-guard/log-faults.ts'
import { createReaderGuard } from '../../runtime/kafka/log-guard/reader-guard.ts'
import { requireIntactLog } from '../../runtime/kafka/log-guard/refuse-lost-log.ts'
import { createLogReader, type ReaderHealth } from '../../runtime/kafka/log-reader/log-reader.ts'
import type { Log } from '../../runtime/log.ts'
import { describeClockAhead } from '../../runtime/log-clock/clock-ahead.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { topics } from '../../schemas/log/topics.ts'
import { createProjectionMetrics, type ProjectionTotals } from '../engine/metrics.ts'
import { createRunner } from '../engine/runner.ts'
import type { WaitingEvent } from '../fold/waiting-event.ts'
import { loadPositions } from '../read-schemas/positions.ts'
import { ensureReadSchema } from '../read-schemas/read-schema.ts'
import { recordLogEnds } from '../watermark/log-ends.ts'
import { createVisibleDelays } from '../watermark/visible-delays.ts'
import type { Watermark } from '../watermark/watermark.ts'
import { startWatermarkLoop } from '../watermark/watermark-loop.ts'

export type ProjectionsHealth = {
  readonly is_ready: boolean
  readonly read_schema: string
  readonly lag_events: number
  /** Age in the log of the oldest event that is not projected. */
  readonly lag_s: number
  /** The event that this process waits for, and what is needed. */
  readonly waiting: WaitingEvent['wait'] | undefined
  readonly watermark: string | undefined
  readonly committed_at: number | undefined
  readonly reader: ReaderHealth
  readonly error: string | undefined
}

export type Projections = {
  readonly read_schema: string
  /** Settles when they end: after `stop`, or with the reason why they must not continue. */
  readonly done: Promise<void>
  health(): ProjectionsHealth
  totals(): ProjectionTotals
  stop(): Promise<void>
}

/** Not ready after this time behind the log and without a commit. */
const PROGRESS_MS = 30_000

export type ProjectionsOptions = {
  readonly settings: Settings
  readonly database: Database
  readonly kafka: Kafka
  readonly codec: EventCodec
  readonly log: Log
  readonly clock: Clock
  readonly metrics: Registry
  readonly read_schema?: string
  /** A missing read schema is an error: it is not created. */
  readonly must_exist?: boolean
}

/** Projects the log into one read schema: the live one by default. Several processes share the work. */
export async function startProjections(options: ProjectionsOptions): Promise<Projections> {
  const { settings, database, kafka, codec, log, clock } = options
  const { must_exist = false } = options
  const readSchema = await ensureReadSchema(database, settings, options.read_schema, !must_exist)
  const metrics = createProjectionMetrics(options.metrics, readSchema)
  const delays = createVisibleDelays({ database, log })
  const startedAt = clock.now().getTime()
  let moved: Watermark | undefined
  let failure: Error | undefined

  const guard = createReaderGuard({ settings, kafka, database, log, noticed_by: readSchema })
  const reader = createLogReader({
    settings,
    kafka,
    group: `legislog-projections-${readSchema}`,
    topics: topics.map(({ name }) => name),
    async positions(partitions) {
      await requireLogNotAbandoned(database, readSchema)
      return loadPositions(database, readSchema, partitions)
    },
    log,
    guard,
  })
  const watermark = startWatermarkLoop({
    tolerance_s: settings.clock_tolerance_s,
    database,
    read_schema: readSchema,
    log,
    async prepare() {
      await requireIntactLog({ settings, kafka, database, log })
      await recordLogEnds(kafka, settings, database)
    },
    onMoved(now) {
      moved = now
      metrics.showWatermark(now)
      delays.onMoved(now)
    },
  })
  const runner = createRunner({
    database,
    reader,
    codec,
    read_schema: readSchema,
    owner: `${hostname()}:${process.pid}`,
    max_events: settings.projector_batch_events,
    flush_ms: settings.projector_flush_ms,
    log,
    clock,
    metrics,
    onCommit({ newEvents }) {
      delays.add(newEvents)
      watermark.wake()
    },
  })

  const done = run()
  // It may fail before anything waits for it.
  done.catch(() => {})

  async function run(): Promise<void> {
    try {
      await reader.start()
      await Promise.race([runner.run(), watermark.done])
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
      log.fatal({ err: failure, read_schema: readSchema }, 'projections halt')
      throw failure
    } finally {
      await reader.stop()
      await watermark.stop()
      await delays.close()
    }
  }

  return {
    read_schema: readSchema,
    done,
    health() {
      const committedAt = runner.committedAt()
      const isMoving = clock.now().getTime() - (committedAt ?? startedAt) < PROGRESS_MS
      return {
        read_schema: readSchema,
        committed_at: committedAt,
        reader: reader.health(),
        ...standing({ moved, isMoving, failure, waiting: runner.waiting() }, settings.clock_tolerance_s),
      }
    },
    totals: () => metrics.totals(),
    async stop() {
      runner.stop()
      await reader.stop()
      // The code that awaits `done` gets the error.
      await done.catch(() => {})
    },
  }
}

/** Gives the progress of a read schema, and the reasons if it is not ready. */
function standing(
  found: {
    readonly moved: Watermark | undefined
    /** It has committed a batch lately. */
    readonly isMoving: boolean
    readonly failure: Error | undefined
    readonly waiting: WaitingEvent['wait'] | undefined
  },
  tolerance_s: number,
): Omit<ProjectionsHealth, 'read_schema' | 'committed_at' | 'reader'> {
  const { moved, isMoving, failure, waiting } = found
  const behind = moved?.behind ?? []
  const lagEvents = behind.reduce((sum, part) => sum + part.lag, 0)
  const isRead = moved !== undefined && (lagEvents === 0 || isMoving)
  const clockAhead = moved && describeClockAhead({ ...moved, log_at: moved.floor_at }, tolerance_s)
  return {
    is_ready: failure === undefined && isRead && waiting === undefined && clockAhead === undefined,
    lag_events: lagEvents,
    lag_s: Math.max(0, ...behind.map(({ oldest_s }) => oldest_s)),
    waiting,
    watermark: moved?.watermark,
    error: failure?.message ?? waiting?.message ?? clockAhead,
  }
}
