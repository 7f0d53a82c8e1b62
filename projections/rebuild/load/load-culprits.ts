import type { Culprit } from './load-protocol.ts'

/**
 * The events that a load parks for what they are. What is found in a partition counts at once, and no more where the
 * partition is tried again: then it is found again.
 */
export class LoadCulprits<Thread> {
  /** Of partitions that are loaded, and those that were found by an earlier run. */
  #kept: number
  #first: Culprit | undefined
  readonly #inHand = new Map<Thread, Culprit[]>()

  constructor(kept: number) {
    this.#kept = kept
  }

  get count(): number {
    return [...this.#inHand.values()].reduce((count, { length }) => count + length, this.#kept)
  }

  /** Of those that this run has found. */
  get first(): Culprit | undefined {
    return this.#first ?? [...this.#inHand.values()].flat()[0]
  }

  add(thread: Thread, culprit: Culprit): void {
    const found = this.#inHand.get(thread)
    if (found === undefined) this.#inHand.set(thread, [culprit])
    else found.push(culprit)
  }

  /** Its partition is rolled back. */
  takeBack(thread: Thread): void {
    this.#inHand.delete(thread)
  }

  /** Its partition is committed: gives those that were parked with it. */
  keep(thread: Thread): readonly Culprit[] {
    const found = this.#inHand.get(thread) ?? []
    this.#inHand.delete(thread)
    this.#kept += found.length
    this.#first ??= found[0]
    return found
  }
}
