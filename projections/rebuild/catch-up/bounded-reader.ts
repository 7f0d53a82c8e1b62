import { partitionKey, type TopicPartition } from '../../../runtime/kafka/client/log-position.ts'
import type { LogBatch, LogSlice } from '../../../runtime/kafka/log-reader/log-reader.ts'
import { type LogSource, recordsOf } from '../../../runtime/kafka/log-source/log-source.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import type { RunnerOptions } from '../../engine/runner.ts'

/** A range of the log: one partition from an offset up to, not including, another. */
export type OffsetRange = TopicPartition & { readonly from: bigint; readonly to: bigint }

/**
 * Gives ranges to a runner in batches, one after the other, and then ends. No other process may move its
 * positions. If they have moved, the answer to its own COMMIT was lost, or it throws `positions_moved`.
 */
export function createBoundedReader(
  source: Pick<LogSource, 'batches'>,
  ranges: readonly OffsetRange[],
  options: {
    readonly signal: AbortSignal
    /** Reads the positions of these partitions. */
    readonly positions: (parts: readonly TopicPartition[]) => Promise<ReadonlyMap<string, bigint>>
    /** Reports how many offsets are done. */
    readonly onDone: (offsets: number) => void
  },
): RunnerOptions['reader'] {
  /**
   * Batches that were handed out and may not be committed, in order: the runner writes one after the other.
   */
  const given: LogBatch[] = []
  const slices = slicesOf(source, ranges)
  return {
    async next({ max_events }) {
      const taken: LogSlice[] = []
      let events = 0
      while (events < max_events) {
        options.signal.throwIfAborted()
        const slice = (await slices.next()).value
        if (slice === undefined) break
        add(taken, slice)
        events += slice.records.length
      }
      if (taken.length === 0) return undefined
      const batch = { epoch: 0, slices: taken }
      given.push(batch)
      return batch
    },
    isCurrent: () => !options.signal.aborted,
    async resync() {
      const { slices: inHand } = given.shift()!
      const positions = await options.positions(inHand)
      const moved = inHand.find((slice) => positions.get(partitionKey(slice)) !== slice.to)
      if (moved === undefined) return options.onDone(lengthOf(inHand))
      throw new LegislogError(
        'positions_moved',
        `another process writes into a read schema that is being built: ${partitionKey(moved)} is at ` +
          `${positions.get(partitionKey(moved)) ?? 'no position'}, not at ${moved.from} or ${moved.to}`,
      )
    },
    async commit() {
      options.onDone(lengthOf(given.shift()!.slices))
    },
    pause: () => {},
    resume: () => {},
  }
}

const lengthOf = (slices: readonly LogSlice[]): number =>
  slices.reduce((sum, { from, to }) => sum + Number(to - from), 0)

async function* slicesOf(
  source: Pick<LogSource, 'batches'>,
  ranges: readonly OffsetRange[],
): AsyncGenerator<LogSlice, undefined, undefined> {
  for (const { topic, partition, from, to } of ranges) {
    let next = from
    for await (const batch of source.batches({ topic, partition }, from, to)) {
      const records = recordsOf({ topic, partition }, batch).filter(
        ({ offset }) => offset >= next && offset < to,
      )
      const last = records.at(-1)
      if (last === undefined) continue
      const upto = last.offset + 1n
      yield { topic, partition, from: next, to: upto, records }
      next = upto
    }
    // Offsets without a record are transaction markers.
    if (next < to) yield { topic, partition, from: next, to, records: [] }
  }
  return undefined
}

/** One slice per partition: positions move by compare-and-set from the start of the slice. */
function add(taken: LogSlice[], slice: LogSlice): void {
  const last = taken.at(-1)
  if (last === undefined || last.topic !== slice.topic || last.partition !== slice.partition) {
    taken.push(slice)
  } else {
    taken[taken.length - 1] = { ...last, to: slice.to, records: [...last.records, ...slice.records] }
  }
}
