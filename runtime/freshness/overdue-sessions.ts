import { DAY_MS } from '../durations.ts'
import type { Database } from '../postgres/postgres.ts'

/** A session that seems to be over but is not closed. Days are YYYY-MM-DD. */
export type OverdueSession = {
  readonly jurisdiction: string
  readonly session: string
  /** The day on which it was over; null if only its source says that it is. */
  readonly ended_on: string | null
  readonly last_action_on: string | null
}

/** Today, and how many days without an action count as silence. */
export type Silence = { readonly now: Date; readonly quiet_days: number }

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** SQL condition: the row `e` of control.session_end is overdue. `bind` gives a placeholder. */
export function isOverdue(bind: (value: unknown) => string, { now, quiet_days }: Silence): string {
  const quietSince = bind(dayOf(new Date(now.getTime() - quiet_days * DAY_MS)))
  return `(e.closed_on IS NULL AND coalesce(e.is_inactive OR e.ends_on < ${bind(dayOf(now))}, false)
    AND coalesce(e.last_action_on <= ${quietSince}, true))`
}

export async function readOverdueSessions(
  database: Database,
  silence: Silence,
  jurisdiction: string | null = null,
): Promise<OverdueSession[]> {
  const values: unknown[] = [jurisdiction]
  const overdue = isOverdue((value) => `$${values.push(value)}`, silence)
  const { rows } = await database.query<OverdueSession>(
    `SELECT e.jurisdiction, e.session, e.ends_on AS ended_on, e.last_action_on FROM control.session_end e
     WHERE ${overdue} AND ($1::text IS NULL OR e.jurisdiction = $1) ORDER BY e.jurisdiction, e.session`,
    values,
  )
  return rows
}
