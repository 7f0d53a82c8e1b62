import type { PartsOf } from '../observation.ts'
import { type Change, type Fact, type Held, isRemoved, isSame } from '../observe/held.ts'

/** That a session ended waits for the session itself: the log never closes what it has not told. */
export function diffSession(
  before: Held<'session'> | null,
  parts: Partial<PartsOf['session']>,
): Change<'session'> {
  const held = before === null || isRemoved(before) ? null : before
  const session = parts.session ?? held?.session
  if (session === undefined) return { held: before, facts: [] }
  const closed_on = parts.closed === undefined ? (held?.closed?.closed_on ?? null) : parts.closed.closed_on
  const closed_before = held?.closed?.closed_on ?? null

  const facts: Fact[] = []
  if (held === null || !isSame(held.session, session))
    facts.push({ type: 'session.observed', part: { session } })
  if (closed_on !== null && closed_on !== closed_before)
    facts.push({ type: 'session.closed', part: { closed_on } })
  if (closed_on === null && closed_before !== null)
    facts.push({ type: 'session.closed', part: { closed_on: closed_before, reopened: true } })
  return { held: closed_on === null ? { session } : { session, closed: { closed_on } }, facts }
}
