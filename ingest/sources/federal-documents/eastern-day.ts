import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import { toLocal } from '../../dates/local-time.ts'
import type { Reach } from '../../dates/possible-day.ts'

export const { division_id: UNITED_STATES, time_zone: EASTERN } = findJurisdiction('us')!

/**
 * Gives a day in Washington, where midnight is written as 04:00Z or 05:00Z. Undefined if the text is not a
 * day.
 */
export function easternDay(text: string): string | undefined {
  // Midnight UTC is a day that was not converted to UTC. None of these days is on a weekend, and conversion would move
  // each to the day before.
  const atMidnight = /T00:00:00(?:\.0+)?Z$/u.test(text)
  return localDay(atMidnight ? text.slice(0, 10) : text)
}

/** Gives the day of a text that was never written in UTC. Undefined if the text is not a day. */
export function localDay(text: string): string | undefined {
  const day = toLocal(text, EASTERN)?.slice(0, 10)
  return day?.length === 10 ? day : undefined
}

/**
 * The range of a document's other days around its publication: rules apply to past years or are postponed for
 * years, and documents are posted years after they were written.
 */
export const REACH: Reach = { years_before: 30, years_after: 60 }
