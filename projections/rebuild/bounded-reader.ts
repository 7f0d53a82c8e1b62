import type { Place } from '../../runtime/log-reader/position-check.ts'
import type { LogSlice } from '../../runtime/log-reader.ts'
import { type LogSource, recordsOf } from '../../runtime/log-source.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { RunnerOptions } from '../runner.ts'

/** A part of the log: of one partition from an offset up to, not including, another. */
export type Stretch = Place & { readonly from: bigint; readonly to: bigint }

/** Gives the stretches to a runner in batches, one after the other, and then ends. Nobody else may move its positions. */
export function createBoundedReader(
  source: Pick<LogSource, 'batches'>,
  stretches: readonly Stretch[],
  options: { readonly signal: AbortSignal },
): RunnerOptions['reader'] {
  const slices = slicesOf(source, stretches)
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
      return taken.length === 0 ? undefined : { epoch: 0, slices: taken }
    },
    isCurrent: () => !options.signal.aborted,
    async resync() {
      throw new LegislogError(
        'positions_moved',
        'somebody else writes into a read schema that is being built',
      )
    },
    commit: async () => {},
    pause: () => {},
    resume: () => {},
  }
}

async function* slicesOf(
  source: Pick<LogSource, 'batches'>,
  stretches: readonly Stretch[],
): AsyncGenerator<LogSlice, undefined, undefined> {
  for (const { topic, partition, from, to } of stretches) {
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
    // Offsets without a record: a transaction's marks.
    if (next < to) yield { topic, partition, from: next, to, records: [] }
  }
  return undefined
}

/** One slice a partition: positions move by compare-and-set from where the slice begins. */
function add(taken: LogSlice[], slice: LogSlice): void {
  const last = taken.at(-1)
  if (last === undefined || last.topic !== slice.topic || last.partition !== slice.partition) {
    taken.push(slice)
  } else {
    taken[taken.length - 1] = { ...last, to: slice.to, records: [...last.records, ...slice.records] }
  }
}
