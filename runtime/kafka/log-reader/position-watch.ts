import { isGap, partitionKey, type TopicPartition } from '../client/log-position.ts'
import type { Assignment } from './assignment.ts'

type Position = TopicPartition & { readonly next: bigint }

export type PositionWatch = {
  /** Gives why the positions have to be read anew; undefined where they need not. */
  look(assignment: Assignment): Promise<string | undefined>
  /** What the store is known to have held: it only grows. */
  noteStored(positions: readonly Position[]): void
}

/**
 * What no batch tells. The log may have been cut back to before where its reader stands, and be empty there. And the store may
 * be another: a replica that was behind and took over has not seen what its primary had, while the reader waits behind it.
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
