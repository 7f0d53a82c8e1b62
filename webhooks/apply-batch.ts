import type { EventCodec } from '../runtime/event-codec.ts'
import type { LogBatch } from '../runtime/log-reader.ts'
import type { Database } from '../runtime/postgres.ts'
import { type FannedOut, fanOut } from './fan-out.ts'
import { findRefused, isRefusal } from './find-refused.ts'
import { type Parked, type Reduced, reduceBatch } from './log-batch.ts'

export type Applied = FannedOut & { readonly parked: readonly Parked[] }

/**
 * Reads a batch of the log and fans it out. What cannot be read is parked, and so is what Postgres refuses, which is looked
 * for only then: all others are delivered. undefined where the batch is no longer ours, which is asked before each write.
 */
export async function applyBatch(
  batch: LogBatch,
  options: {
    readonly database: Database
    readonly codec: EventCodec
    readonly now: Date
    /** false where they have passed the batch before. */
    readonly moves_positions: boolean
    readonly isCurrent?: () => boolean
  },
): Promise<Applied | undefined> {
  const { database, codec, now, moves_positions, isCurrent = () => true } = options
  const refused: Parked[] = []

  async function reduce(some: LogBatch): Promise<Reduced> {
    const reduced = await reduceBatch(some, codec)
    return moves_positions ? reduced : { ...reduced, moves: [] }
  }

  for (;;) {
    const left = without(batch, refused)
    const reduced = await reduce(left)
    if (!isCurrent()) return undefined
    const parked = [...reduced.parked, ...refused]
    try {
      return { ...(await fanOut(database, { ...reduced, parked }, now)), parked }
    } catch (error) {
      if (!isRefusal(error)) throw error
      const found = await findRefused(left, { database, reduce, now })
      if (found === undefined) throw error
      refused.push(found)
    }
  }
}

function without({ epoch, slices }: LogBatch, refused: readonly Parked[]): LogBatch {
  const out = new Set(refused.map(({ record }) => record))
  return {
    epoch,
    slices: slices.map((slice) => ({ ...slice, records: slice.records.filter((one) => !out.has(one)) })),
  }
}
