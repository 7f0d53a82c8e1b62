import type { Appended } from '../../corpus/live/live-events.ts'
import { Latencies } from '../measure/latencies.ts'

type Wait = { readonly began_at: number; readonly committed_at: number }

/** Who waits for news of which bill, and since when. */
export class Waits {
  readonly #since = new Map<number, Wait[]>()
  taken = new Latencies()

  /** The wait counts from the commit; the stamp may lie anywhere after the beginning of what was committed. */
  begin({ bill_ids, began_at, committed_at }: Appended): void {
    for (const id of bill_ids) {
      const waiting = this.#since.get(id)
      if (waiting === undefined) this.#since.set(id, [{ began_at, committed_at }])
      else waiting.push({ began_at, committed_at })
    }
  }

  /** One piece of news of a bill has come. */
  seen(billId: number, at: number): void {
    const waiting = this.#since.get(billId)
    const from = waiting?.shift()
    if (from === undefined) return
    this.taken.add(Math.max(0, at - from.committed_at))
    if (waiting!.length === 0) this.#since.delete(billId)
  }

  /** A row of a bill has come that was brought up to date at `updated_at`: all that was told before is in it. */
  seenUpTo(billId: number, updatedAt: number, at: number): void {
    for (let first = this.#since.get(billId)?.[0]; first !== undefined && first.began_at <= updatedAt; ) {
      this.seen(billId, at)
      first = this.#since.get(billId)?.[0]
    }
  }

  /** Forgets what was measured, not who still waits. */
  restart(): void {
    this.taken = new Latencies()
  }

  /** How many still wait. */
  get open(): number {
    let sum = 0
    for (const times of this.#since.values()) sum += times.length
    return sum
  }
}
