import { Latencies } from './latencies.ts'
import type { Appended } from './live-events.ts'

type Wait = { readonly began_at: number; readonly committed_at: number }

/** Who waits for news of which bill, and since when. */
export class Waits {
  readonly #since = new Map<number, Wait[]>()
  taken = new Latencies()

  /** The wait counts from the commit; the stamp may lie anywhere after the beginning of what was committed. */
  begin({ bill_ids, began_at, committed_at }: Appended): void {
    for (const id of bill_ids) {
      const held = this.#since.get(id)
      if (held === undefined) this.#since.set(id, [{ began_at, committed_at }])
      else held.push({ began_at, committed_at })
    }
  }

  /** One piece of news of a bill has come. */
  seen(bill_id: number, at: number): void {
    const held = this.#since.get(bill_id)
    const from = held?.shift()
    if (from === undefined) return
    this.taken.add(Math.max(0, at - from.committed_at))
    if (held!.length === 0) this.#since.delete(bill_id)
  }

  /** A row of a bill has come that was brought up to date at `updated_at`: all that was told before is in it. */
  seenUpTo(bill_id: number, updated_at: number, at: number): void {
    for (let first = this.#since.get(bill_id)?.[0]; first !== undefined && first.began_at <= updated_at; ) {
      this.seen(bill_id, at)
      first = this.#since.get(bill_id)?.[0]
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
