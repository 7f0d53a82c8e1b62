import { DAY_MS } from '../../runtime/durations.ts'
import type { EventType } from '../../schemas/log/event-catalog.ts'

/** An event that waits for its turn. Its value is in a chunk of memory outside the heap. */
export type Pending = {
  /** Milliseconds. */
  readonly at: number
  readonly type: EventType
  readonly sequence: number
  readonly subject: string
  readonly key: string
  readonly partition: number
  readonly value: { readonly chunk: Buffer; readonly start: number; readonly end: number }
}

type Bucket = { readonly events: Pending[]; chunk: Buffer; used: number }

const BUCKET_MS = 2 * DAY_MS
const CHUNK_BYTES = 32 * 1024
/** UTF-8 takes at most three bytes for each UTF-16 unit. */
const MAX_BYTES_A_UNIT = 3

/**
 * Sorts events by time. Callers add entities in order of their first events, so that everything before that time is
 * complete and can be written. Only unfinished entities are buffered.
 */
export class EventQueue {
  readonly #buckets = new Map<number, Bucket>()
  #next = Number.NEGATIVE_INFINITY

  /** `prefix` comes before the body: the wire format's byte and schema id. */
  add(event: Omit<Pending, 'value'>, prefix: Buffer, body: string): void {
    const bucket = this.#bucketOf(Math.floor(event.at / BUCKET_MS))
    const room = prefix.length + body.length * MAX_BYTES_A_UNIT
    if (bucket.chunk.length - bucket.used < room) {
      bucket.chunk = Buffer.allocUnsafeSlow(Math.max(room, CHUNK_BYTES))
      bucket.used = 0
    }
    const { chunk, used: start } = bucket
    prefix.copy(chunk, start)
    const end = start + prefix.length + chunk.write(body, start + prefix.length)
    bucket.used = end
    bucket.events.push({ ...event, value: { chunk, start, end } })
  }

  /** Gives every event before this time, bucket by bucket. */
  *take(before: number): Generator<readonly Pending[]> {
    const until = Math.floor(before / BUCKET_MS)
    if (this.#next === Number.NEGATIVE_INFINITY || until - this.#next > 10_000) {
      this.#next = Math.min(until, ...this.#buckets.keys())
    }
    const last = Number.isFinite(until) ? until : Math.max(...this.#buckets.keys()) + 1
    for (; this.#next < last; this.#next++) {
      const bucket = this.#buckets.get(this.#next)
      if (bucket === undefined) continue
      this.#buckets.delete(this.#next)
      yield bucket.events.sort((a, b) => a.at - b.at)
    }
  }

  #bucketOf(number: number): Bucket {
    if (number < this.#next) throw new RangeError('an event comes before what was given already')
    const existing = this.#buckets.get(number)
    if (existing !== undefined) return existing
    const made: Bucket = { events: [], chunk: Buffer.alloc(0), used: 0 }
    this.#buckets.set(number, made)
    return made
  }
}
