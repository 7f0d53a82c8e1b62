import { DateTime, IANAZone } from 'luxon'

/** When a subscription gets its digests. Days and the hour are those of the zone. */
export type Schedule = {
  readonly frequency: 'daily' | 'weekly'
  /** 1 is Monday; null if it is daily. */
  readonly weekday: number | null
  readonly hour: number
  /** IANA name. */
  readonly zone: string
}

/** A local day as YYYY-MM-DD. */
export type Day = string

/** A weekly day can be missing from a calendar, if a place crossed the date line on it. */
const MOST_DAYS = 15

export const isZone = (name: string): boolean => IANAZone.isValidZone(name)

/** The newest scheduled day whose hour has come. */
export function dueDay(schedule: Schedule, now: Date): Day {
  const today = DateTime.fromJSDate(now, { zone: schedule.zone })
  for (let back = 0; back < MOST_DAYS; back += 1) {
    const day = dayOf(today.minus({ days: back }))
    const at = instantOf(schedule, day)
    if (at !== undefined && at <= now) return day
  }
  throw new RangeError(`zone ${schedule.zone} has no scheduled day before ${now.toISOString()}`)
}

/** The hour of the first scheduled day after this one. */
export function nextDueAt(schedule: Schedule, after: Day): Date {
  const start = DateTime.fromISO(after, { zone: 'utc' })
  for (let ahead = 1; ahead <= MOST_DAYS; ahead += 1) {
    const at = instantOf(schedule, dayOf(start.plus({ days: ahead })))
    if (at !== undefined) return at
  }
  throw new RangeError(`zone ${schedule.zone} has no scheduled day after ${after}`)
}

/**
 * The instant of the hour on a day; undefined if the day is not scheduled or does not exist in the zone. If a clock change
 * skips the hour, it is the first instant after the gap. If it repeats the hour, it is the first of the two.
 */
function instantOf({ frequency, weekday, hour, zone }: Schedule, day: Day): Date | undefined {
  const [year, month, date] = day.split('-').map(Number)
  const local = DateTime.fromObject({ year: year!, month: month!, day: date!, hour }, { zone })
  if (!local.isValid) throw new RangeError(`${day} ${hour}:00 in ${zone}: ${local.invalidExplanation}`)
  if (frequency === 'weekly' && DateTime.fromISO(day, { zone: 'utc' }).weekday !== weekday) return undefined
  if (dayOf(local) !== day) return endsToday(day, zone) ? local.toJSDate() : undefined
  return new Date(Math.min(...local.getPossibleOffsets().map((one) => one.toMillis())))
}

/** True if the day exists: only its last hour is skipped. */
const endsToday = (day: Day, zone: string): boolean =>
  dayOf(DateTime.fromISO(`${day}T12:00`, { zone })) === day

const dayOf = (time: DateTime): Day => time.toISODate()!
