import { findJurisdiction } from '../../../schemas/jurisdictions.ts'
import { toLocal } from '../../dates/local-time.ts'
import { type Fields, invalid, nullableText } from '../fields.ts'

export const { division_id: UNITED_STATES, time_zone: EASTERN } = findJurisdiction('us')!

/** A day in Washington: midnight there is written as 04:00Z or 05:00Z. Null where none is told. */
export function easternDay(fields: Fields, name: string): string | null {
  const text = nullableText(fields, name)
  if (text === null) return null
  // Midnight UTC is a day that was never moved there: none of these is on a weekend, and each would be on the eve.
  const day = /T00:00:00(?:\.0+)?Z$/u.test(text) ? text.slice(0, 10) : toLocal(text, EASTERN)?.slice(0, 10)
  if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/u.test(day)) throw invalid(name, text, 'a date')
  return day
}
