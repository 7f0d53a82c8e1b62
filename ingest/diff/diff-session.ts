import type { PartsOf } from '../source-interface/observation.ts'
import { isRemoved, isSame, type Stored } from '../state/stored-entities.ts'
import type { Change, Fact } from './change.ts'

/**
 * The end of a session waits for the session itself, because the log never closes an unlisted session. A session that
 * was closed and then reopened stays marked, so that no policy closes it again.
 */
export function diffSession(
  before: Stored<'session'> | null,
  parts: Partial<PartsOf['session']>,
): Change<'session'> {
  const stored = before === null || isRemoved(before) ? null : before
  const session = parts.session ?? stored?.session
  if (session === undefined) return { stored: before, facts: [] }
  const closedBefore = stored?.closed
  const { closed_on = null, closed_by } = parts.closed ?? closedBefore ?? {}

  const facts: Fact[] = []
  if (stored === null || !isSame(stored.session, session))
    facts.push({ type: 'session.observed', part: { session } })
  if (closed_on === null) {
    const lastClosedOn = closedBefore?.closed_on ?? null
    if (lastClosedOn !== null)
      facts.push({ type: 'session.closed', part: { closed_on: lastClosedOn, reopened: true } })
    const wasClosed = closedBefore !== undefined
    return { stored: wasClosed ? { session, closed: { closed_on: null } } : { session }, facts }
  }
  const closed = { closed_on, ...(closed_by === undefined ? {} : { closed_by }) }
  if (!isSame(closedBefore, closed)) facts.push({ type: 'session.closed', part: closed })
  return { stored: { session, closed }, facts }
}
