import { HOUR_MS } from '../../../runtime/durations.ts'
import { wallClock } from '../../dates/wall-clock.ts'
import { EASTERN } from '../federal-documents/eastern-day.ts'

/** A moment as `filter[lastModifiedDate]` wants it. */
export type EasternMoment = {
  /** Asked from here, nothing of that moment is missed. */
  readonly since: string
  /** Asked until here, all of it is seen. */
  readonly until: string
  /** The first moment that is surely after it. UTC. */
  readonly next: string
}

/**
 * Answers are dated in UTC, filters are in Eastern time (https://open.gsa.gov/api/regulationsgov/). The hour that autumn
 * repeats names two moments: it is asked for as a whole, and what was seen is seen again.
 */
export function easternMoment(at: string): EasternMoment {
  const epoch_ms = Date.parse(at)
  const shown = wallClock(at, EASTERN)
  if (!isRepeated(epoch_ms)) return { since: shown, until: shown, next: utc(epoch_ms + 1000) }
  const hourEnd_ms = Math.floor(epoch_ms / HOUR_MS + 1) * HOUR_MS
  const day = shown.slice(0, 10)
  const next_ms = isRepeated(hourEnd_ms) ? hourEnd_ms + HOUR_MS : hourEnd_ms
  return { since: `${day} 00:59:59`, until: `${day} 01:59:59`, next: utc(next_ms) }
}

function isRepeated(epoch_ms: number): boolean {
  const shown = wallClock(new Date(epoch_ms), EASTERN)
  return [-HOUR_MS, HOUR_MS].some((ms) => wallClock(new Date(epoch_ms + ms), EASTERN) === shown)
}

const utc = (epoch_ms: number): string => new Date(epoch_ms).toISOString().replace('.000Z', 'Z')
