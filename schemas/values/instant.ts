import { dayOf } from './calendar-day.ts'

const INSTANT = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/
/** `updated_at` is compared as text, so it has one form. */
const STAMP = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/
/** Microseconds since 2000 fit into a number exactly until 2255; there was no log before 1970. */
const STAMPED_YEARS = { first: '1970', last: '2254' } as const

/** True if a text is RFC 3339 in UTC and a real instant: Postgres refuses 2026-02-30. */
export function isInstant(text: string): boolean {
  return INSTANT.test(text) && isDay(text)
}

/** True if a text is a stamp like those of the relay: with six decimals, in a year for which microseconds are exact. */
export function isStamp(text: string): boolean {
  if (!STAMP.test(text)) return false
  const year = text.slice(0, 4)
  return year >= STAMPED_YEARS.first && year <= STAMPED_YEARS.last && isDay(text)
}

/** The last valid day: many instants share it. */
let knownDay = ''

function isDay(text: string): boolean {
  const day = text.slice(0, 10)
  if (day === knownDay) return true
  if (dayOf(day) === null) return false
  knownDay = day
  return true
}
