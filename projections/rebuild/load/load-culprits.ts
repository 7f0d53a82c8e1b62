import type { Culprit } from './load-protocol.ts'

/**
 * The failing events of a load, which it parks. A finding in a partition counts at once, and no longer counts if the
 * partition is retried: then it is found again.
 */
export class LoadCulprits<Thread> {
  /** Findings in loaded partitions, and those of an earlier run. */
  #kept: number
  #first: Culprit | undefined
  readonly #inHand = new Map<Thread, Culprit[]>()

  constructor(kept: number) {
    this.#kept = kept
  }

  get count(): number {
    return [...this.#inHand.values()].reduce((count, { length }) => count + length, this.#kept)
  }

  /** Findings of this run. */
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

  /** Its partition is committed. Returns the findings that were parked with it. */
  keep(thread: Thread): readonly Culprit[] {
    const found = this.#inHand.get(thread) ?? []
    this.#inHand.delete(thread)
    this.#kept += found.length
    this.#first ??= found[0]
    return found
  }
}
