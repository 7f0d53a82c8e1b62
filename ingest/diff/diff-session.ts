import type { PartsOf } from '../observation.ts'
import { type Change, type Fact, type Held, isRemoved, isSame } from '../observe/held.ts'

/**
 * The end of a session waits for the session itself: the log never closes a session that it has not listed. If a session
 * was closed and then reopened, that stays noted, so that no policy closes it again.
 */
export function diffSession(
  before: Held<'session'> | null,
  parts: Partial<PartsOf['session']>,
): Change<'session'> {
  const held = before === null || isRemoved(before) ? null : before
  const session = parts.session ?? held?.session
  if (session === undefined) return { held: before, facts: [] }
  const closed_before = held?.closed
  const { closed_on = null, closed_by } = parts.closed ?? closed_before ?? {}

  const facts: Fact[] = []
  if (held === null || !isSame(held.session, session))
    facts.push({ type: 'session.observed', part: { session } })
  if (closed_on === null) {
    const last_closed_on = closed_before?.closed_on ?? null
    if (last_closed_on !== null)
      facts.push({ type: 'session.closed', part: { closed_on: last_closed_on, reopened: true } })
    const was_closed = closed_before !== undefined
    return { held: was_closed ? { session, closed: { closed_on: null } } : { session }, facts }
  }
  const closed = { closed_on, ...(closed_by === undefined ? {} : { closed_by }) }
  if (!isSame(closed_before, closed)) facts.push({ type: 'session.closed', part: closed })
  return { held: { session, closed }, facts }
}
