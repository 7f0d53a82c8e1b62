import type { Appended } from '../../corpus/live/live-events.ts'
import { Latencies } from '../measure/latencies.ts'

type Wait = { readonly began_at: number; readonly committed_at: number }

/** Open waits by bill, each with its start. */
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

  /** One event of a bill has arrived. */
  seen(billId: number, at: number): void {
    const waiting = this.#since.get(billId)
    const from = waiting?.shift()
    if (from === undefined) return
    this.taken.add(Math.max(0, at - from.committed_at))
    if (waiting!.length === 0) this.#since.delete(billId)
  }

  /** A row of a bill with this `updated_at` has arrived: it contains all earlier events. */
  seenUpTo(billId: number, updatedAt: number, at: number): void {
    for (let first = this.#since.get(billId)?.[0]; first !== undefined && first.began_at <= updatedAt; ) {
      this.seen(billId, at)
      first = this.#since.get(billId)?.[0]
    }
  }

  /** Drops the measurements and keeps the open waits. */
  restart(): void {
    this.taken = new Latencies()
  }

  /** The number of open waits. */
  get open(): number {
    let sum = 0
    for (const times of this.#since.values()) sum += times.length
    return sum
  }
}
