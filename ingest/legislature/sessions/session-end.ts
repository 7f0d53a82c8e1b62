import { DAY_MS } from '../../../runtime/durations.ts'
import type { Session } from '../../../schemas/event-bodies/reference.ts'
import { dayOf } from '../../../schemas/values/calendar-day.ts'
import { addDays } from '../../dates/wall-clock.ts'
import { identifierByRule } from './session-names.ts'

/** Facts about a session that is not closed, from its listing and its bills. Days are YYYY-MM-DD. */
export type SessionFacts = {
  readonly session: Session
  readonly bills: number
  /** Number of bills whose outcome is still open. */
  readonly alive: number
  /** Never after today, although some actions are dated years ahead. */
  readonly last_action_on: string | null
  /** The last day on which a chamber moved a bill: signing, vetoing and printing need no session. */
  readonly last_moved_on: string | null
  /** When a source last looked at any of its bills. */
  readonly read_on: string | null
}

export type ProposedEnd = SessionFacts & {
  readonly ends_on: string | null
  /** The day on which it would be closed. */
  readonly closes_on: string
  readonly quiet_days: number | null
  /** Its sources were read so long after the last action that silence means something. */
  readonly is_read_since: boolean
}

const SPECIAL = /\b(?:special|extraordinary|called|extra)\b/iu
const LONGEST_TERM_YEARS = 4

const isSpecial = ({ classification, name }: Session): boolean =>
  classification === 'special' || SPECIAL.test(name)

/**
 * The day by which a session is over. A listing's end date is often that of the first of a legislature's two
 * years (Iowa 2025-2026: April 2025): if its name, or the names of that year's sessions, show that it
 * continues in a later year, it ends with that year. null if the end is unknown.
 */
export function expectedEnd(session: Session): string | null {
  const endDate = dayOf(session.end_date)
  if (isSpecial(session) && endDate !== null) return endDate
  const lastYear = lastYearOf(session)
  if (endDate !== null && (lastYear === null || yearOf(endDate) >= lastYear)) return endDate
  return lastYear === null ? null : `${lastYear}-12-31`
}

function lastYearOf(session: Session): number | null {
  const { jurisdiction, identifier, name, start_date } = session
  const named = `${identifier} ${name}`.match(/(?:19|20)\d\d/gu)?.map(Number) ?? []
  if (isSpecial(session)) return named.length === 0 ? null : Math.max(...named)
  const startDay = dayOf(start_date)
  const first = startDay === null ? named[0] : yearOf(startDay)
  const years =
    first === undefined ? [] : Array.from({ length: LONGEST_TERM_YEARS }, (_, more) => first + more)
  const ruled = years.filter(
    (year) =>
      identifierByRule(jurisdiction, { year_start: year, year_end: year, is_special: false, name }) ===
      identifier,
  )
  const all = [...named, ...ruled]
  return all.length === 0 ? null : Math.max(...all)
}

/**
 * Proposes the end of a session that may be closed. It has bills, its end has passed or its source calls it
 * inactive, and it had no activity for the given number of days. Otherwise null.
 */
export function proposeEnd(facts: SessionFacts, today: string, wantedQuietDays: number): ProposedEnd | null {
  const { session, bills, last_action_on, last_moved_on, read_on } = facts
  const endsOn = expectedEnd(session)
  const isOver = (endsOn !== null && endsOn < today) || session.active === false
  const quietDays = last_action_on === null ? null : daysBetween(last_action_on, today)
  if (bills === 0 || !isOver || (quietDays !== null && quietDays < wantedQuietDays)) return null
  const past = [last_moved_on, dayOf(session.end_date)].filter((day) => day !== null && day <= today)
  const closesOn =
    (past as string[]).toSorted().at(-1) ??
    last_action_on ??
    (endsOn !== null && endsOn < today ? endsOn : today)
  const silentSince = [last_action_on, closesOn]
    .filter((day) => day !== null)
    .toSorted()
    .at(-1)!
  const isReadSince = read_on !== null && read_on >= addDays(silentSince, wantedQuietDays)
  return { ...facts, ends_on: endsOn, closes_on: closesOn, quiet_days: quietDays, is_read_since: isReadSince }
}

const yearOf = (day: string): number => Number(day.slice(0, 4))

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
