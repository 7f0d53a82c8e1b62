import { findJurisdiction } from '../../../schemas/jurisdictions.ts'
import { toLocal } from '../../dates/local-time.ts'

export const { division_id: UNITED_STATES, time_zone: EASTERN } = findJurisdiction('us')!

/** A day in Washington: midnight there is written as 04:00Z or 05:00Z. Undefined where the text is no day. */
export function easternDay(text: string): string | undefined {
  // Midnight UTC is a day that was never moved there: none of these is on a weekend, and each would be on the eve.
  const at_midnight = /T00:00:00(?:\.0+)?Z$/u.test(text)
  const day = toLocal(at_midnight ? text.slice(0, 10) : text, EASTERN)?.slice(0, 10)
  return day?.length === 10 ? day : undefined
}
