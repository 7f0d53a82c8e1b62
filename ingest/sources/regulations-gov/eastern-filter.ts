import { HOUR_MS } from '../../../runtime/durations.ts'
import { wallClock } from '../../dates/wall-clock.ts'
import { EASTERN } from '../federal-documents/eastern-day.ts'

/** A moment in the form of `filter[lastModifiedDate]`. */
export type EasternMoment = {
  /** A query from here misses no change of that moment. */
  readonly since: string
  /** A query until here includes all changes of that moment. */
  readonly until: string
  /** The first moment that is certainly later. UTC. */
  readonly next: string
}

/**
 * Answers are dated in UTC, filters are in Eastern time (https://open.gsa.gov/api/regulationsgov/). In the
 * hour that repeats in autumn, a time means two moments. The query covers the whole hour, so some changes are
 * read twice.
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
