import type { PoolClient } from 'pg'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { LogBatch } from '../../runtime/kafka/log-reader/log-reader.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import type { AwaitProjection } from '../../runtime/log-consumer/await-projection.ts'
import { deferWaiting, deleteDeferred } from '../../runtime/log-consumer/deferred-records.ts'
import { insertParked } from '../../runtime/log-consumer/parked-records.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { movePositions } from '../log/positions.ts'
import { type ReadBatch, readBatch, recordsOf } from '../log/read-batch.ts'
import { followMerges, forgetMerged } from '../matching/merges.ts'
import {
  findBySearches,
  type MatchSearches,
  readSearches,
  rememberFound,
  requireSameSearches,
  withoutExcluded,
} from '../matching/searches.ts'
import { findWatchers } from '../matching/watchers.ts'
import { writeItems } from './write-items.ts'

export type Applied = {
  readonly items: number
  readonly parked: number
  readonly deferred: number
  /** Messages that the live read schema never shows: most repeat earlier ones. They are not reported. */
  readonly unshown: number
}

export type ReadingParts = {
  readonly database: Database
  readonly codec: Pick<EventCodec, 'decode'>
  readonly matchSearches: MatchSearches
  /** Older events are not reported. */
  readonly keep_days: number
}

/**
 * Reads a batch of the log and writes what it means for subscriptions, together with the positions. Defers what the live read
 * schema does not show yet, and parks what cannot be read. Returns undefined if the batch no longer belongs to this process.
 */
export async function applyBatch(
  batch: LogBatch,
  options: ReadingParts & {
    readonly now: Date
    /** false if the positions are already behind the batch. */
    readonly moves_positions: boolean
    readonly isCurrent?: () => boolean
    readonly untilRead?: AwaitProjection
  },
): Promise<Applied | undefined> {
  const {
    database,
    codec,
    matchSearches,
    keep_days,
    now,
    moves_positions,
    isCurrent = () => true,
    untilRead,
  } = options
  const read = await readBatch(batch, codec)
  await untilRead?.(recordsOf(read))
  const billIds = [...new Set(read.changes.map(({ change }) => change.bill_id))]
  const searches = await readSearches(database)
  const found = await findBySearches(searches, billIds, matchSearches)
  if (!isCurrent()) return undefined
  return inTransaction(database, async (client) => {
    if (moves_positions) await movePositions(client, read.moves)
    // The messages may have been deferred before. Those that still have to wait are deferred again.
    else await deleteDeferred(client, 'alerts', recordsIn(batch))
    await requireSameSearches(client, searches)
    const { visible, deferred, unshown } = await takeVisible(client, read, now)
    if (visible.parked.length > 0) await insertParked(client, 'alerts', visible.parked, now)
    await followMerges(client, visible.merges)
    const shown = new Set(visible.changes.map(({ change }) => change.bill_id))
    const ownFound = (await withoutExcluded(client, searches, found)).filter(({ bill_id }) =>
      shown.has(bill_id),
    )
    const watching = await findWatchers(client, visible.changes, ownFound)
    const items = await writeItems(client, watching, { now, keep_days })
    await rememberFound(client, searches, ownFound, [...shown])
    await forgetMerged(client, visible.merges)
    return { items, parked: visible.parked.length, deferred, unshown }
  })
}

const recordsIn = ({ slices }: LogBatch): LogRecord[] => slices.flatMap(({ records }) => [...records])

/** The part of a batch that the live read schema shows. */
async function takeVisible(
  client: PoolClient,
  read: ReadBatch,
  now: Date,
): Promise<{ readonly visible: ReadBatch; readonly deferred: number; readonly unshown: number }> {
  const records = recordsOf(read)
  const { states, deferred } = await deferWaiting(client, 'alerts', records, now)
  const isShown = ({ record }: { readonly record: LogRecord }) => states.get(record) === 'shown'
  const { moves, parked } = read
  const [changes, merges] = [read.changes.filter(isShown), read.merges.filter(isShown)]
  const shown = records.filter((record) => isShown({ record })).length
  return {
    visible: { moves, parked, changes, merges },
    deferred,
    unshown: records.length - shown - deferred,
  }
}
