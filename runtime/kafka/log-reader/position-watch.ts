import { isGap, partitionKey, type TopicPartition } from '../client/log-position.ts'
import type { Assignment } from './assignment.ts'

type Position = TopicPartition & { readonly next: bigint }

export type PositionWatch = {
  /** Gives the reason to read the positions again; undefined if there is none. */
  look(assignment: Assignment): Promise<string | undefined>
  /** The highest positions that the store is known to have had. */
  noteStored(positions: readonly Position[]): void
}

/**
 * Finds what no batch shows. The log may have been truncated to before the reader's position, and be empty there. The
 * store may be a different one: a replica that was behind and took over lacks positions of its primary, while the
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
