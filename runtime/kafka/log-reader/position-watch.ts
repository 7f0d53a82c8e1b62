import type { Log } from '../../log.ts'
import { isGap, partitionKey, type TopicPartition } from '../client/log-position.ts'
import type { Assignment } from './assignment.ts'
import type { ReaderState } from './reader-state.ts'

type Position = TopicPartition & { readonly next: bigint }

export type PositionWatch = {
  /** Gives the reason to read the positions again; undefined if there is none. */
  look(assignment: Assignment): Promise<string | undefined>
  /** The highest positions that the store is known to have had. */
  noteStored(positions: readonly Position[]): void
}

/**
 * Finds what no batch shows. The log may have been truncated to before the reader's position, and be empty there. The
 * store may be a different one. A replica that was behind and took over lacks positions of its primary, while the
 * reader waits after them.
 */
export function createPositionWatch(options: {
  readonly positions: (places: readonly TopicPartition[]) => Promise<ReadonlyMap<string, bigint>>
  readonly check: (positions: readonly Position[]) => Promise<void>
}): PositionWatch {
  const highest = new Map<string, bigint>()

  return {
    async look({ places, positions }) {
      try {
        await options.check(positions)
      } catch (error) {
        if (isGap(error)) return error.message
        throw error
      }
      const before = new Map(highest)
      const stored = await options.positions(places)
      const back = places.map(partitionKey).filter((key) => (stored.get(key) ?? 0n) < (before.get(key) ?? 0n))
      for (const [key, next] of stored) highest.set(key, next)
      return back.length === 0 ? undefined : `the store knows less than before of ${back.join(', ')}`
    },
    noteStored(positions) {
      for (const position of positions) highest.set(partitionKey(position), position.next)
    },
  }
}

/** Looks now and then while the reader runs, and reloads the positions if there is a reason. */
export async function watchPositions(options: {
  readonly watch: PositionWatch
  readonly state: ReaderState
  readonly assignment: Assignment
  readonly look_ms: number
  readonly log: Log
  readonly reload: (partitions: readonly TopicPartition[]) => Promise<void>
}): Promise<void> {
  const { watch, state, assignment, look_ms, log, reload } = options
  while (state.isRunning) {
    await state.ended.wait(look_ms)
    if (!state.isRunning || assignment.phase !== 'reading') continue
    const { epoch, places } = assignment
    try {
      const reason = await watch.look(assignment)
      if (reason === undefined || assignment.epoch !== epoch) continue
      log.warn({ reason }, 'reading the positions again')
      await reload(places)
    } catch (error) {
      if (state.isRunning)
        log.warn({ err: error }, 'could not check that the log and the store are unchanged')
    }
  }
}
