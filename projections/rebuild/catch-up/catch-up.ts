import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { partitionKey, type TopicPartition } from '../../../runtime/kafka/client/log-position.ts'
import { createLogSource } from '../../../runtime/kafka/log-source/log-source.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { isTransient, retryPause_ms } from '../../../runtime/postgres/transient.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import { createProjectionMetrics } from '../../engine/metrics.ts'
import { createRunner, type RunnerOptions } from '../../engine/runner.ts'
import { loadPositions } from '../../read-schemas/positions.ts'
import type { ProjectionsOptions } from '../../service/start-projections.ts'
import { type EventProgress, eventProgress } from '../progress/pace.ts'
import { createBoundedReader, type OffsetRange } from './bounded-reader.ts'

/** The parts that projectors need, and a signal that ends it. */
export type CatchUpOptions = Pick<
  ProjectionsOptions,
  'settings' | 'database' | 'kafka' | 'codec' | 'log' | 'clock'
> & { readonly signal: AbortSignal }

/** More runners would wait for the thread, not for the database. */
const RUNNER_COUNT = 2

/** Offsets by `topic:partition`. */
export type Positions = ReadonlyMap<string, bigint>

/**
 * Projects the log into a read schema up to exactly these positions, like the projectors but without a
 * consumer group. No other process may write into it meanwhile. While one runner waits for the database,
 * another decodes. Returns the number of events. Throws `positions_moved` if the read schema is further, or
 * another process moves it.
 */
export async function catchUp(
  options: CatchUpOptions,
  readSchema: string,
  until: Positions,
  onProgress: (progress: EventProgress) => void = () => {},
): Promise<number> {
  const ranges = await rangesUntil(options.database, readSchema, until)
  const total = ranges.reduce((sum, { from, to }) => sum + Number(to - from), 0)
  const metrics = createProjectionMetrics(new Registry(), readSchema)
  const started = performance.now()
  let done = 0
  const onDone = (offsets: number) => {
    done += offsets
    onProgress(eventProgress(done, total, (performance.now() - started) / 1000))
  }
  const failing = new AbortController()
  const signal = AbortSignal.any([options.signal, failing.signal])
  const runners = divideRanges(ranges).map((share) =>
    projectRanges({ ...options, signal, read_schema: readSchema, metrics, onDone }, share).catch(
      (error: unknown) => failing.abort(error),
    ),
  )
  await Promise.all(runners)
  options.signal.throwIfAborted()
  failing.signal.throwIfAborted()
  return total
}

/** Divides by partition number, because bills and their votes change the same rows. */
function divideRanges(ranges: readonly OffsetRange[]): OffsetRange[][] {
  return [...Map.groupBy(ranges, ({ partition }) => partition % RUNNER_COUNT).values()]
}

type CatchUpRunnerOptions = CatchUpOptions &
  Pick<RunnerOptions, 'read_schema' | 'metrics'> & { readonly onDone: (offsets: number) => void }

async function projectRanges(options: CatchUpRunnerOptions, ranges: readonly OffsetRange[]): Promise<void> {
  const { settings, signal, onDone } = options
  const source = createLogSource(options)
  const runner = createRunner({
    ...options,
    reader: createBoundedReader(source, ranges, {
      signal,
      onDone,
      positions: (parts) => untilRead(options, parts),
    }),
    owner: `${hostname()}:${process.pid} rebuild`,
    max_events: settings.projector_batch_events,
    flush_ms: 0,
    onCommit() {},
  })
  const stop = () => runner.stop()
  signal.addEventListener('abort', stop)
  try {
    await runner.run()
  } finally {
    signal.removeEventListener('abort', stop)
    await source.close()
  }
}

async function untilRead(
  { database, read_schema, signal }: CatchUpRunnerOptions,
  parts: readonly TopicPartition[],
): Promise<ReadonlyMap<string, bigint>> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await loadPositions(database, read_schema, parts)
    } catch (error) {
      if (!isTransient(error)) throw error
      await delay(retryPause_ms(error, attempt), undefined, { signal })
    }
  }
}

async function rangesUntil(database: Database, readSchema: string, until: Positions): Promise<OffsetRange[]> {
  const { rows } = await database.query<{ topic: TopicName; partition: number; next: string }>(
    `SELECT topic, partition, next::text AS next FROM control.position WHERE read_schema = $1
     ORDER BY partition, topic`,
    [readSchema],
  )
  const stored = new Set(rows.map(partitionKey))
  const lacking = [...until].find(([place, next]) => next > 0n && !stored.has(place))
  if (lacking !== undefined) {
    throw new LegislogError('topic_mismatch', `${readSchema} has no position in ${lacking[0]}`)
  }
  return rows.flatMap(({ topic, partition, next }) => {
    const from = BigInt(next)
    const to = until.get(partitionKey({ topic, partition })) ?? 0n
    if (from > to) {
      throw new LegislogError(
        'positions_moved',
        `${readSchema} is at ${from} in ${topic}:${partition}, beyond ${to}`,
      )
    }
    return from === to ? [] : [{ topic, partition, from, to }]
  })
}
