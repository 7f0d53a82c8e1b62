import { DAY_MS } from '../../runtime/durations.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Gives the time that a clock in a place shows, such as `2026-03-08 03:30:00`. Publishers filter and date by local
 * time, in summer and winter. In the hour that repeats in autumn, two moments give the same time.
 */
export function wallClock(at: string | Date, timeZone: string): string {
  let format = formats.get(timeZone)
  if (format === undefined) {
    // The Swedish locale writes days and times in this form.
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    formats.set(timeZone, format)
  }
  return format.format(new Date(at))
}

/** Gives the calendar day in a place at a moment. */
export const dayIn = (at: string | Date, timeZone: string): string => wallClock(at, timeZone).slice(0, 10)

/** Adds days by the calendar, so changes of the clocks do not count. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The range includes both ends. */
export type Days = { readonly from: string; readonly to: string }

/** Covers more than one day. A range with too many results is split in halves. */
export function halvesOf({ from, to }: Days): readonly [Days, Days] {
  const lengthDays = (Date.parse(to) - Date.parse(from)) / DAY_MS
  const middle = addDays(from, Math.floor(lengthDays / 2))
  return [
    { from, to: middle },
    { from: addDays(middle, 1), to },
  ]
}
