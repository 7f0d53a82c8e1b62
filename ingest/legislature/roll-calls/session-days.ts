import type { Session } from '../../../schemas/event-bodies/reference.ts'
import type { RollCall } from '../../../schemas/event-bodies/vote.ts'
import { dayOf } from '../../../schemas/values/calendar-day.ts'
import { addDays } from '../../dates/wall-clock.ts'

/** Listed days are wrong by weeks: sessions are prefiled, extended, and end with a veto day. */
const NEAR_DAYS = 30
/**
 * Sessions of two years are listed with the end of the first (Alaska, Vermont): this does not mean another
 * session.
 */
const FAR_DAYS = 730

/**
 * Flags a roll call whose day is far from its session: within another regular session and weeks away from its own, or
 * years away. The day and the session stay as given: `extras.outside_session` says which days were listed.
 */
export function flagDay(vote: RollCall, sessions: readonly Session[]): RollCall {
  const day = dayOf(vote.start_date)
  const own = sessions.filter(({ identifier }) => identifier === vote.session)
  if (day === null || own.length === 0 || own.some((session) => isWithin(day, session, NEAR_DAYS)))
    return vote
  const isOfAnother = sessions.some(
    (session) =>
      session.identifier !== vote.session &&
      session.classification === 'primary' &&
      session.start_date !== null &&
      session.end_date !== null &&
      isWithin(day, session, 0),
  )
  if (!isOfAnother && own.some((session) => isWithin(day, session, FAR_DAYS))) return vote
  const { start_date, end_date } = own[0]!
  return { ...vote, extras: { ...vote.extras, outside_session: { start_date, end_date } } }
}

/** A session without a first or last day is open at that end. */
function isWithin(day: string, { start_date, end_date }: Session, slackDays: number): boolean {
  const [from, to] = [dayOf(start_date), dayOf(end_date)]
  return (from === null || addDays(from, -slackDays) <= day) && (to === null || day <= addDays(to, slackDays))
}
