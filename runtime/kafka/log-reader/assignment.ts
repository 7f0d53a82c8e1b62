import { Signal } from '../../signal.ts'
import { partitionKey, type TopicPartition } from '../client/log-position.ts'

/**
 * The partitions that this process may read now, and from which offsets. The epoch grows whenever that changes, so
 * earlier batches belong to an older one. `none`: no partition is ours, or a rebalance has begun. `loading`: partitions
 * are ours, their positions are being read from the store. `reading`: each batch is compared with the offset expected
 * of its partition.
 */
export class Assignment {
  readonly changed = new Signal()
  #epoch = 0
  #phase: 'none' | 'loading' | 'reading' = 'none'
  #places: readonly TopicPartition[] = []
  readonly #expected = new Map<string, bigint>()

  get epoch(): number {
    return this.#epoch
  }

  get phase(): 'none' | 'loading' | 'reading' {
    return this.#phase
  }

  /** The phase as the health of a reader names it. */
  get state(): 'joining' | 'loading' | 'reading' {
    return this.#phase === 'none' ? 'joining' : this.#phase
  }

  get places(): readonly TopicPartition[] {
    return this.#places
  }

  /** The next offset expected in each partition. */
  get positions(): (TopicPartition & { next: bigint })[] {
    return this.#places.flatMap((topicPartition) => {
      const next = this.expected(topicPartition)
      return next === undefined ? [] : [{ ...topicPartition, next }]
    })
  }

  lose(): void {
    this.#places = []
    this.#turn('none')
  }

  load(partitions: readonly TopicPartition[]): number {
    this.#places = partitions
    this.#turn('loading')
    return this.#epoch
  }

  read(positions: readonly (TopicPartition & { next: bigint })[]): void {
    for (const position of positions) this.#expected.set(partitionKey(position), position.next)
    this.#phase = 'reading'
    this.changed.notify()
  }

  expected(topicPartition: TopicPartition): bigint | undefined {
    return this.#expected.get(partitionKey(topicPartition))
  }

  advance(topicPartition: TopicPartition, next: bigint): void {
    this.#expected.set(partitionKey(topicPartition), next)
  }

  #turn(phase: 'none' | 'loading'): void {
    this.#epoch++
    this.#phase = phase
    this.#expected.clear()
    this.changed.notify()
  }
}
