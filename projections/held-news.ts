/** Events of a place that were recorded within one stretch of time and wait to be seen. */
export type Stretch = {
  readonly jurisdiction: string
  /** Of the first of them, ms since 1970. */
  readonly first_ms: number
  /** Of the last of them, as it is in the log. */
  readonly last_at: string
  readonly events: number
}

const STRETCH_MS = 20
const LONGEST_STRETCH_MS = 86_400_000
const MOST_STRETCHES = 20_000

/**
 * Events that were projected and that readers of changes do not see yet. What was recorded about together is held together,
 * and as old as the first of it; where very much waits, stretches become longer until it has an end again. So memory is
 * bounded, nothing is left out, and no delay is told shorter than it was.
 */
export class HeldNews {
  #stretches = new Map<string, Stretch>()
  #length_ms = STRETCH_MS

  get size(): number {
    return this.#stretches.size
  }

  add(jurisdiction: string, recorded_at: string): void {
    this.#put({ jurisdiction, first_ms: Date.parse(recorded_at), last_at: recorded_at, events: 1 })
    while (this.#stretches.size > MOST_STRETCHES && this.#length_ms < LONGEST_STRETCH_MS) this.#lengthen()
  }

  /** Takes out what readers see below a watermark. */
  take(watermark: string): Stretch[] {
    const seen: Stretch[] = []
    for (const [key, stretch] of this.#stretches) {
      if (!isBefore(stretch.last_at, watermark)) continue
      this.#stretches.delete(key)
      seen.push(stretch)
    }
    if (this.#stretches.size === 0) this.#length_ms = STRETCH_MS
    return seen
  }

  #put(stretch: Stretch): void {
    const { jurisdiction, first_ms, last_at, events } = stretch
    const key = `${Math.floor(first_ms / this.#length_ms)} ${jurisdiction}`
    const known = this.#stretches.get(key)
    this.#stretches.set(
      key,
      known === undefined
        ? stretch
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
    const stretches = this.#stretches.values()
    this.#stretches = new Map()
    for (const stretch of stretches) this.#put(stretch)
  }
}

/** Times of one form compare as text; '-infinity' is before all of them. */
const isBefore = (one: string, other: string): boolean => one < other
