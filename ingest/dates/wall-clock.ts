import { DAY_MS } from '../../runtime/durations.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * What a clock in a place shows at a moment, `2026-03-08 03:30:00`: publishers filter and date by their own, in summer
 * and in winter. In the hour that autumn repeats, both moments show the same.
 */
export function wallClock(at: string | Date, timeZone: string): string {
  let format = formats.get(timeZone)
  if (format === undefined) {
    // Sweden writes days and times so.
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    formats.set(timeZone, format)
  }
  return format.format(new Date(at))
}

/** The day that it is in a place at a moment. */
export const dayIn = (at: string | Date, timeZone: string): string => wallClock(at, timeZone).slice(0, 10)

/** The day so many days later, by the calendar: clocks that change in between do not count. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** Both ends included. */
export type Days = { readonly from: string; readonly to: string }

/** More days than one: what is too many to be asked for at once is asked for in halves. */
export function halvesOf({ from, to }: Days): readonly [Days, Days] {
  const lengthDays = (Date.parse(to) - Date.parse(from)) / DAY_MS
  const middle = addDays(from, Math.floor(lengthDays / 2))
  return [
    { from, to: middle },
    { from: addDays(middle, 1), to },
  ]
}
