import type { Logged } from '../../legislature/log-builder.ts'
import { createRandom } from '../../support/builders/seeded-random.ts'

/** Random numbers from 0 to below 1, the same for the same seed. */
export const randomFrom = (seed: number): (() => number) => createRandom(seed).next

export function byPartition(log: readonly Logged[]): Map<string, Logged[]> {
  return Map.groupBy(log, ({ topic, partition }) => `${topic}:${partition}`)
}

/** The same events in another order: each partition keeps its order, and partitions take turns at random. */
export function interleave(log: readonly Logged[], random: () => number): Logged[] {
  const queues = [...byPartition(log).values()].map((events) => [...events])
  const order: Logged[] = []
  while (queues.length > 0) {
    const index = Math.floor(random() * queues.length)
    order.push(queues[index]!.shift()!)
    if (queues[index]!.length === 0) queues.splice(index, 1)
  }
  return order
}

/** Cuts the log into batches of random length. */
export function cut(log: readonly Logged[], random: () => number): Logged[][] {
  const batches: Logged[][] = []
  for (let start = 0; start < log.length; ) {
    const length = 1 + Math.floor(random() * random() * 20)
    batches.push(log.slice(start, start + length))
    start += length
  }
  return batches
}

/** After some batches, the reader goes back and repeats earlier events. */
export function repeat(batches: readonly Logged[][], random: () => number): Logged[][] {
  return batches.flatMap((batch, index) => {
    if (random() > 0.2) return [batch]
    const back = Math.floor(random() * (index + 1))
    return [batch, ...batches.slice(back, index + 1)]
  })
}
