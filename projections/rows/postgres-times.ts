import { DAY_MS } from '../../runtime/durations.ts'

/** Postgres counts dates and times from 2000-01-01. */
const EPOCH_DAY = Date.UTC(2000, 0, 1) / DAY_MS

const digit = (text: string, at: number): number => text.charCodeAt(at) - 48
const twoDigits = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1)

/** Days since 1970 of `2026-01-02…`, which must be a calendar day. After Howard Hinnant's days_from_civil. */
export function dayNumber(text: string): number {
  const month = twoDigits(text, 5)
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2) - (month <= 2 ? 1 : 0)
  const era = Math.floor(year / 400)
  const yearOfEra = year - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + twoDigits(text, 8) - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** Days since 2000 of `2026-01-02…`, which must be a calendar day. */
export const daysSinceEpoch = (day: string): number => dayNumber(day) - EPOCH_DAY

/**
 * Microseconds since 2000 of `2026-01-02T03:04:05.678901Z`. A number is exact for them until the year 2255.
 */
export function microseconds(instant: string): number {
  const seconds =
    daysSinceEpoch(instant) * 86_400 +
    twoDigits(instant, 11) * 3_600 +
    twoDigits(instant, 14) * 60 +
    twoDigits(instant, 17)
  const fraction = twoDigits(instant, 20) * 10_000 + twoDigits(instant, 22) * 100 + twoDigits(instant, 24)
  return seconds * 1_000_000 + fraction
}
