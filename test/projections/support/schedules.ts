import type { Logged } from '../../legislature/log-builder.ts'

/** Numbers from 0 up to 1 that depend on the seed alone (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function byPartition(log: readonly Logged[]): Map<string, Logged[]> {
  return Map.groupBy(log, ({ topic, partition }) => `${topic}:${partition}`)
}

/** The same events in another order: each partition keeps its own, partitions take turns at random. */
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

/** Cuts of random length. */
export function cut(log: readonly Logged[], random: () => number): Logged[][] {
  const batches: Logged[][] = []
  for (let start = 0; start < log.length; ) {
    const length = 1 + Math.floor(random() * random() * 20)
    batches.push(log.slice(start, start + length))
    start += length
  }
  return batches
}

/** After some batches the reader falls back and gives again what it gave before. */
export function repeat(batches: readonly Logged[][], random: () => number): Logged[][] {
  return batches.flatMap((batch, index) => {
    if (random() > 0.2) return [batch]
    const back = Math.floor(random() * (index + 1))
    return [batch, ...batches.slice(back, index + 1)]
  })
}
