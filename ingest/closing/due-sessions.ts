import type { Database } from '../../runtime/postgres/postgres.ts'
import type { BillStatus } from '../../schemas/vocabulary/vocabulary.ts'
import { type ProposedEnd, proposeEnd, type SessionFacts } from '../legislature/sessions/session-end.ts'
import { isUndecided } from '../legislature/status/ends-with-session.ts'
import { precedence } from '../precedence/precedence.ts'
import { type ListedSession, listSessions } from './find-session.ts'

export type DueOptions = {
  readonly today: string
  readonly quiet_days: number
  /** One place. null: all places. */
  readonly division_id?: string | null
}

/** Finds sessions that have ended by all facts and were not closed. A reopened session is never proposed. */
export async function dueSessions(
  database: Database,
  { today, quiet_days, division_id = null }: DueOptions,
): Promise<ProposedEnd[]> {
  const listed = await listSessions(database, division_id)
  const decidedSessions = await sessionsWithStatedEnd(database)
  const due: ProposedEnd[] = []
  for (const one of listed) {
    if (one.closed !== null || decidedSessions.has(one.entity_id)) continue
    // This filter runs before bills are read, because most sessions ended long ago or are in progress.
    const unread = { bills: 1, alive: 0, last_action_on: null, last_moved_on: null, read_on: null }
    if (proposeEnd({ session: one.session, ...unread }, today, quiet_days) === null) continue
    const proposed = proposeEnd(await factsOf(database, one, today), today, quiet_days)
    if (proposed !== null) due.push(proposed)
  }
  return due.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

const keyOf = ({ session }: ProposedEnd): string => `${session.jurisdiction}|${session.identifier}`

/** Sessions whose end an operator or a source has stated, even if it said that they continue. */
async function sessionsWithStatedEnd(database: Database): Promise<ReadonlySet<number>> {
  const { rows } = await database.query<{ entity_id: number }>(
    `SELECT s.entity_id FROM ingest.entity e JOIN ingest.snapshot s ON s.entity_id = e.id
     WHERE e.entity_type = 'session' AND s.parts -> 'closed' IS NOT NULL`,
  )
  return new Set(rows.map(({ entity_id }) => entity_id))
}

/** Statuses that a bill reaches only by actions of a sitting chamber. */
const MOVING_STATUSES: readonly BillStatus[] = [
  'introduced',
  'in_committee',
  'reported',
  'passed_one_chamber',
]

type Counted = Omit<SessionFacts, 'session' | 'alive'> & {
  readonly by_status: Readonly<Record<string, number>>
}

async function factsOf(
  database: Database,
  { key, session }: ListedSession,
  today: string,
): Promise<SessionFacts> {
  const { rows } = await database.query<Counted>(
    `WITH bill AS MATERIALIZED (
         SELECT DISTINCT i.entity_id FROM ingest.identity i
         WHERE i.entity_type = 'bill' AND i.natural_key > $1 || '|' AND i.natural_key < $1 || '}' AND i.merged_from IS NULL
       ), counted AS (
         SELECT h.content -> 'progress' -> -1 ->> 'status' AS status,
           (SELECT max(left(a ->> 'date', 10)) FROM json_array_elements(h.content -> 'actions') a
             WHERE left(a ->> 'date', 10) <= $2) AS last_action_on,
           (SELECT max(left(p ->> 'date', 10)) FROM json_array_elements(h.content -> 'progress') p
             WHERE left(p ->> 'date', 10) <= $2 AND p ->> 'status' = ANY ($3::text[])) AS last_moved_on
         FROM bill JOIN ingest.stored_entity h USING (entity_id) WHERE h.content -> 'core' IS NOT NULL
       )
       SELECT (SELECT count(*) FROM counted)::int AS bills, (SELECT max(last_action_on) FROM counted) AS last_action_on,
         (SELECT max(last_moved_on) FROM counted) AS last_moved_on,
         (SELECT to_char(max(s.observed_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD')
           FROM bill JOIN ingest.snapshot s USING (entity_id) WHERE s.source = ANY ($4::text[])) AS read_on,
         (SELECT coalesce(json_object_agg(status, bills), '{}') FROM (
           SELECT status, count(*) AS bills FROM counted GROUP BY status) by) AS by_status`,
    [key, today, MOVING_STATUSES, precedence.bill.actions.order],
  )
  const { by_status, ...counted } = rows[0]!
  const alive = Object.entries(by_status)
    .filter(([status]) => isUndecided(status as BillStatus) || status === 'carried_over')
    .reduce((sum, [, bills]) => sum + bills, 0)
  return { session, ...counted, alive }
}
