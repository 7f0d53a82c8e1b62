import { DAY_MS } from '../../runtime/durations.ts'

/** Events of a jurisdiction that were recorded within one period and are not visible yet. */
type UnseenSpan = {
  readonly jurisdiction: string
  /** The recording time of the first, ms since 1970. */
  readonly first_ms: number
  /** The stamp of the last, as in the log. */
  readonly last_at: string
  readonly events: number
}

const SPAN_MS = 20
const MAX_SPAN_MS = DAY_MS
const MAX_SPANS = 20_000

/**
 * Events that are projected but not visible to readers of changes yet. Events that were recorded at about the same
 * time share a group, which is as old as its first event. If very many wait, the periods become longer. So memory is
 * bounded, no event is omitted, and no delay is reported shorter than it was.
 */
export class UnseenEvents {
  #stretches = new Map<string, UnseenSpan>()
  #length_ms = SPAN_MS

  get size(): number {
    return this.#stretches.size
  }

  add(jurisdiction: string, recordedAt: string): void {
    this.#put({ jurisdiction, first_ms: Date.parse(recordedAt), last_at: recordedAt, events: 1 })
    while (this.#stretches.size > MAX_SPANS && this.#length_ms < MAX_SPAN_MS) this.#lengthen()
  }

  /** Removes and returns the events that a watermark makes visible. */
  take(watermark: string): UnseenSpan[] {
    const seen: UnseenSpan[] = []
    for (const [key, span] of this.#stretches) {
      if (!isBefore(span.last_at, watermark)) continue
      this.#stretches.delete(key)
      seen.push(span)
    }
    if (this.#stretches.size === 0) this.#length_ms = SPAN_MS
    return seen
  }

  #put(span: UnseenSpan): void {
    const { jurisdiction, first_ms, last_at, events } = span
    const key = `${Math.floor(first_ms / this.#length_ms)} ${jurisdiction}`
    const known = this.#stretches.get(key)
    this.#stretches.set(
      key,
      known === undefined
        ? span
        : {
            jurisdiction,
            first_ms: Math.min(known.first_ms, first_ms),
            last_at: isBefore(known.last_at, last_at) ? last_at : known.last_at,
            events: known.events + events,
          },
    )
  }

  #lengthen(): void {
    this.#length_ms *= 4
    const spans = this.#stretches.values()
    this.#stretches = new Map()
    for (const span of spans) this.#put(span)
  }
}

/** Times of one form compare as text. '-infinity' is before all of them. */
const isBefore = (one: string, other: string): boolean => one < other
