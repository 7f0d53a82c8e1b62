import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import { toLocal } from '../../dates/local-time.ts'
import type { Reach } from '../../dates/possible-day.ts'

export const { division_id: UNITED_STATES, time_zone: EASTERN } = findJurisdiction('us')!

/** Gives a day in Washington, where midnight is written as 04:00Z or 05:00Z. Undefined if the text is no day. */
export function easternDay(text: string): string | undefined {
  // Midnight UTC is a day that was never moved there: none of these is on a weekend, and each would be on the eve.
  const atMidnight = /T00:00:00(?:\.0+)?Z$/u.test(text)
  return localDay(atMidnight ? text.slice(0, 10) : text)
}

/** Gives the day of a text that was never written in UTC. Undefined if the text is no day. */
export function localDay(text: string): string | undefined {
  const day = toLocal(text, EASTERN)?.slice(0, 10)
  return day?.length === 10 ? day : undefined
}

/**
 * How far from its publication a document's other days may lie: rules reach back for years and are put off for years, and
 * documents are posted years after they were written.
 */
export const REACH: Reach = { years_before: 30, years_after: 60 }
