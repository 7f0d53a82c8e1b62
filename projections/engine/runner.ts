import type { Clock } from '../../runtime/clock.ts'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { LogBatch, LogReader } from '../../runtime/kafka/log-reader/log-reader.ts'
import type { Log } from '../../runtime/log.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { type Decoded, decodeRecords, stampOf } from '../fold/decode-records.ts'
import type { WaitingEvent } from '../fold/waiting-event.ts'
import { culpritsOf, HaltGuard, recordHalt } from '../parking/halt.ts'
import type { Span } from '../read-schemas/positions.ts'
import { CopyEncoder } from '../rows/copy-encoder.ts'
import { type Applied, applyBatch, type Batch, type BatchContext } from './apply-batch.ts'
import { BatchRetry } from './batch-retry.ts'
import { type BatchTimes, noTimes, timed } from './batch-times.ts'
import { findRefused } from './find-refused.ts'
import type { ProjectionMetrics } from './metrics.ts'

export type Runner = {
  /**
   * Runs until `stop`. Throws if it must not continue: `projector_halted`, `read_schema_missing`, `retention_gap`,
   * `log_epoch`.
   */
  run(): Promise<void>
  stop(): void
  /** ms since 1970; undefined before the first commit. */
  committedAt(): number | undefined
  /** The event that it waits before, if it waits for something other than new events. */
  waiting(): WaitingEvent['wait'] | undefined
}

export type RunnerOptions = {
  readonly database: Database
  readonly reader: Pick<LogReader, 'next' | 'isCurrent' | 'resync' | 'commit' | 'pause' | 'resume'>
  readonly codec: EventCodec
  readonly read_schema: string
  /** Identifies this process in the positions that it moves. */
  readonly owner: string
  readonly max_events: number
  readonly flush_ms: number
  readonly log: Log
  readonly clock: Clock
  readonly metrics: ProjectionMetrics
  readonly onCommit: (applied: Applied) => void
}

type Read = { readonly taken: LogBatch; readonly batch: Batch; readonly times: BatchTimes }

/**
 * Reads the log in batches and projects each into the read schema in one transaction with the positions. So an event
 * takes effect once, even if a process is killed. It decodes the next batch while it writes one.
 */
export function createRunner(options: RunnerOptions): Runner {
  const { database, reader, codec, read_schema, owner, log, metrics } = options
  const guard = new HaltGuard(read_schema, options.clock)
  const encoder = new CopyEncoder()
  const retry = new BatchRetry(options)
  let committed_at: number | undefined

  async function readBatch(): Promise<Read | undefined> {
    const taken = await reader.next({ max_events: options.max_events, flush_ms: options.flush_ms })
    if (taken === undefined) return undefined
    const times = noTimes()
    const records = taken.slices.flatMap((slice) => slice.records)
    const events = await retry.run(taken, () => timed(times, 'decode', () => decodeRecords(codec, records)))
    retry.endWait()
    return { taken, times, batch: { spans: spansOf(codec, taken), events: events ?? [] } }
  }

  async function project(read: Read): Promise<void> {
    const { taken, batch } = read
    try {
      await commitOrPark(read)
    } catch (error) {
      if (isSchemaGone(error)) {
        throw new LegislogError('read_schema_missing', `${read_schema}: ${(error as Error).message}`, {
          cause: error,
        })
      }
      if (!(error instanceof LegislogError)) throw error
      if (error.code === 'projector_halted') {
        await retry.run(taken, () => recordHalt(database, read_schema, batch.spans, error.message))
      }
      if (error.code !== 'positions_moved') throw error
      metrics.countMovedPositions()
      log.info({ reason: error.message }, 'another projector has moved the positions; reading them again')
      await reader.resync()
    }
  }

  /** Commits a batch. If the database refuses it, parks the event at fault. */
  async function commitOrPark({ taken, batch, times }: Read): Promise<void> {
    const refused = new Map<Decoded, Error>()
    const inspect: BatchContext['inspect'] = (client, folded) => guard.inspect(client, folded)
    const context: BatchContext = { read_schema, owner, encoder, times, refused, inspect }
    while (retry.mayContinue(taken)) {
      try {
        const applied = await retry.run(taken, () => commitBatch(batch, context))
        if (applied !== undefined) report(taken, applied, times)
        return
      } catch (error) {
        if (error instanceof LegislogError || isSchemaGone(error)) throw error
        log.warn({ err: error }, 'the database refuses a batch; looking for the event')
        const found = await retry.run(taken, () =>
          findRefused(database, batch, { ...context, inspect: async () => {} }),
        )
        if (found !== undefined) refused.set(found.decoded, found.error)
      }
    }
  }

  async function commitBatch(batch: Batch, context: BatchContext): Promise<Applied> {
    const start = performance.now()
    const before = spent(context.times)
    const applied = await inTransaction(database, (client) => applyBatch(client, batch, context))
    context.times.commit += performance.now() - start - (spent(context.times) - before)
    return applied
  }

  function report(taken: LogBatch, applied: Applied, times: BatchTimes): void {
    committed_at = options.clock.now().getTime()
    guard.count(applied)
    metrics.countBatch(applied, times)
    for (const { decoded, code, error } of culpritsOf(applied)) {
      const { topic, partition, offset, key } = decoded.record
      log.error({ topic, partition, offset: String(offset), key, code, error }, 'parked an event and its key')
    }
    void reader.commit(taken)
    options.onCommit(applied)
  }

  return {
    async run() {
      let reading = readBatch()
      for (;;) {
        const read = await reading
        if (read === undefined || retry.isStopped) return
        reading = readBatch()
        // The next caller that awaits it sees its failure. Until then it must not count as unhandled.
        reading.catch(() => {})
        await project(read)
      }
    },
    stop: () => retry.stop(),
    committedAt: () => committed_at,
    waiting: () => retry.waiting,
  }
}

/** The positions that a batch advances, with the newest stamp of each partition. */
function spansOf(codec: EventCodec, { slices }: LogBatch): Span[] {
  return slices.map(({ topic, partition, from, to, records }) => {
    const last = records.findLast((record) => stampOf(codec, record) !== null)
    const appendedAt = records.at(-1)?.appended_at
    return {
      topic,
      partition,
      from,
      to,
      last_at: last === undefined ? null : stampOf(codec, last),
      ...(appendedAt === undefined ? {} : { appended_at: appendedAt }),
    }
  })
}

/** Undefined schema, table or column: no event is at fault. */
function isSchemaGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === '3F000' || code === '42P01' || code === '42703'
}

const spent = (times: BatchTimes): number => Object.values(times).reduce((sum, ms) => sum + ms, 0)
