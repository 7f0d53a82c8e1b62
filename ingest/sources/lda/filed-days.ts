import { dayOf } from '../../../schemas/values/calendar-day.ts'

const FORMS: readonly RegExp[] = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ].*)?$/u,
  /^(?<month>\d{1,2})[/-](?<day>\d{1,2})[/-](?<year>\d{4}|\d{2})$/u,
  /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})$/u,
  /^(?<month>\d{2})(?<day>\d{2})(?<year>\d{4}|\d{2})$/u,
]
/** Two digits of a year are of this century up to here: the first filings are of 1999. */
const LAST_YEAR_OF_CENTURY = 68

/** A day as registrants write it: `2014-02-17`, `02/17/2014`, `2-17-14`, `20140217`, `021714`. Null if it is none. */
export function filedDay(printed: string | null): string | null {
  const text = printed?.trim() ?? ''
  for (const form of FORMS) {
    const { year, month, day } = form.exec(text)?.groups ?? {}
    const found = year && dayOf(`${fullYear(year)}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`)
    if (found) return found
  }
  return null
}

const fullYear = (year: string): string =>
  year.length === 4 ? year : `${Number(year) > LAST_YEAR_OF_CENTURY ? 19 : 20}${year}`
