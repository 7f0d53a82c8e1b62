import type { PoolClient } from 'pg'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { LogBatch } from '../../runtime/kafka/log-reader/log-reader.ts'
import type { AwaitProjection } from '../../runtime/log-consumer/await-projection.ts'
import { deleteDeferred } from '../../runtime/log-consumer/deferred-records.ts'
import type { ParkedRecord } from '../../runtime/log-consumer/store-schema.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { type ReadBatch, reduceBatch } from '../log/log-batch.ts'
import { deferUnprojected, recordsOf } from './deferred-events.ts'
import { type FanOutResult, writeBatch } from './fan-out.ts'
import { findRefused, isRefusal } from './find-refused.ts'

type AppliedBatch = FanOutResult & {
  readonly parked: readonly ParkedRecord[]
  /** Messages that wait until the live read schema shows their events. */
  readonly deferred: number
}

/**
 * Reads a batch of the log and fans out the events that the live read schema shows. Defers those that it does not
 * show yet. Parks messages that cannot be read or that Postgres refuses; it only searches for these after a refusal.
 * Returns undefined if the batch no longer belongs to this process, which it checks before each write.
 */
export async function applyBatch(
  batch: LogBatch,
  options: {
    readonly database: Database
    readonly codec: EventCodec
    readonly now: Date
    /** false if the positions are already behind the batch. */
    readonly moves_positions: boolean
    readonly isCurrent?: () => boolean
    readonly untilRead?: AwaitProjection
  },
): Promise<AppliedBatch | undefined> {
  const { database, codec, now, moves_positions, isCurrent = () => true, untilRead } = options
  const refused: ParkedRecord[] = []

  async function reduce(some: LogBatch): Promise<ReadBatch> {
    const reduced = await reduceBatch(some, codec)
    return moves_positions ? reduced : { ...reduced, moves: [] }
  }

  async function write(client: PoolClient, read: ReadBatch): Promise<AppliedBatch> {
    // The messages may have been deferred before. Those that still have to wait are deferred again.
    if (!moves_positions) await deleteDeferred(client, 'webhook', recordsIn(batch))
    const { visible, deferred } = await deferUnprojected(client, read, now)
    return { ...(await writeBatch(client, visible, now)), parked: visible.parked, deferred }
  }

  for (;;) {
    const left = without(batch, refused)
    const reduced = await reduce(left)
    await untilRead?.(recordsOf(reduced))
    if (!isCurrent()) return undefined
    const parked = [...reduced.parked, ...refused]
    try {
      return await inTransaction(database, (client) => write(client, { ...reduced, parked }))
    } catch (error) {
      if (!isRefusal(error)) throw error
      const found = await findRefused(left, { database, reduce, write })
      if (found === undefined) throw error
      refused.push(found)
    }
  }
}

const recordsIn = ({ slices }: LogBatch) => slices.flatMap(({ records }) => records)

function without({ epoch, slices }: LogBatch, refused: readonly ParkedRecord[]): LogBatch {
  const out = new Set(refused.map(({ record }) => record))
  return {
    epoch,
    slices: slices.map((slice) => ({ ...slice, records: slice.records.filter((one) => !out.has(one)) })),
  }
}
