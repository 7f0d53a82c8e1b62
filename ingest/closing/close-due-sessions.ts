import type { OperatorOptions } from '../emit/operator.ts'
import { closeSession } from './close-session.ts'
import { dueSessions } from './due-sessions.ts'

/**
 * Closes due sessions if SESSION_CLOSE_DUE is set. The events are backfill: no webhook reports that a bill died
 * because nothing happened. A session stays open if its sources were not read since its end. Gives the number of
 * closed sessions.
 */
export async function closeDueSessions(context: OperatorOptions): Promise<number> {
  const { settings, database, clock, log } = context
  if (!settings.session_close_due) return 0
  const today = clock.now().toISOString().slice(0, 10)
  const due = await dueSessions(database, { today, quiet_days: settings.session_quiet_days })
  const ready = due.filter(({ is_read_since }) => is_read_since)
  for (const { session, closes_on, alive } of ready) {
    const { jurisdiction: division_id, identifier } = session
    const ending = { division_id, session: identifier, closed_on: closes_on } as const
    await closeSession(context, { ...ending, by: 'policy', mode: 'backfill' })
    log.info({ ...ending, alive }, 'a session was closed by the policy')
  }
  return ready.length
}
