import { Signal } from '../signal.ts'
import { type Place, placeKey } from './position-check.ts'

/**
 * What this process may read right now, and from where. The epoch grows whenever that changes: what was handed out
 * before belongs to an older one.
 *
 * `none`: no partition is ours, or a rebalance has begun. `loading`: partitions are ours, their positions are being read
 * from the store. `reading`: each batch is compared with the offset expected of its partition.
 */
export class Assignment {
  readonly changed = new Signal()
  #epoch = 0
  #phase: 'none' | 'loading' | 'reading' = 'none'
  #places: readonly Place[] = []
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

  get places(): readonly Place[] {
    return this.#places
  }

  /** What is expected of each partition that is read. */
  get positions(): (Place & { next: bigint })[] {
    return this.#places.flatMap((place) => {
      const next = this.expected(place)
      return next === undefined ? [] : [{ ...place, next }]
    })
  }

  lose(): void {
    this.#places = []
    this.#turn('none')
  }

  load(places: readonly Place[]): number {
    this.#places = places
    this.#turn('loading')
    return this.#epoch
  }

  read(positions: readonly (Place & { next: bigint })[]): void {
    for (const position of positions) this.#expected.set(placeKey(position), position.next)
    this.#phase = 'reading'
    this.changed.notify()
  }

  expected(place: Place): bigint | undefined {
    return this.#expected.get(placeKey(place))
  }

  advance(place: Place, next: bigint): void {
    this.#expected.set(placeKey(place), next)
  }

  #turn(phase: 'none' | 'loading'): void {
    this.#epoch++
    this.#phase = phase
    this.#expected.clear()
    this.changed.notify()
  }
}
