import type { PoolClient } from 'pg'
import type { Session } from '../../schemas/event-bodies/reference.ts'
import { expectedEnd } from '../legislature/sessions/session-end.ts'
import type { RunContext } from '../run-context/run-context.ts'
import type { PartsOf } from '../source-interface/observation.ts'

/**
 * Saves to `control` when each session ends and when it last had activity, for the sessions whose bills a run
 * changed. `uncounted` names places where all bills are read, because a lost run changed some of them.
 */
export async function saveSessionEnds(
  client: PoolClient,
  { changes, clock }: Pick<RunContext, 'changes' | 'clock'>,
  uncounted: readonly string[],
): Promise<void> {
  const today = clock.now().toISOString().slice(0, 10)
  const counted = await lastActionsOf(client, uncounted, today)
  const lastActions = new Map([...counted, ...changes.last_actions])
  const listed = await listedOf(client, [...lastActions.keys(), ...changes.listed])
  const ends = [...new Set([...lastActions.keys(), ...listed.keys()])].toSorted().map((key) => {
    const [jurisdiction = '', session = ''] = key.split('|')
    const lastActionOn = lastActions.get(key) ?? null
    return {
      jurisdiction,
      session,
      last_action_on: lastActionOn,
      has_bills: lastActions.has(key),
      ...endOf(listed.get(key)),
    }
  })
  if (ends.length === 0) return
  await client.query(
    `INSERT INTO control.session_end AS stored
       (jurisdiction, session, ends_on, is_inactive, closed_on, last_action_on)
     SELECT w.jurisdiction, w.session, w.ends_on, w.is_inactive, w.closed_on, w.last_action_on
     FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::text[], $6::text[], $7::boolean[])
       AS w (jurisdiction, session, ends_on, is_inactive, closed_on, last_action_on, has_bills)
     WHERE w.has_bills OR EXISTS (
       SELECT FROM control.session_end e WHERE e.jurisdiction = w.jurisdiction AND e.session = w.session)
     ON CONFLICT (jurisdiction, session) DO UPDATE SET ends_on = excluded.ends_on,
       is_inactive = excluded.is_inactive, closed_on = excluded.closed_on,
       last_action_on = greatest(stored.last_action_on, excluded.last_action_on), updated_at = now()`,
    [
      ends.map(({ jurisdiction }) => jurisdiction),
      ends.map(({ session }) => session),
      ends.map(({ ends_on }) => ends_on),
      ends.map(({ is_inactive }) => is_inactive),
      ends.map(({ closed_on }) => closed_on),
      ends.map(({ last_action_on }) => last_action_on),
      ends.map(({ has_bills }) => has_bills),
    ],
  )
}

type Listed = { readonly session: Session; readonly closed: PartsOf['session']['closed'] | null }

async function listedOf(client: PoolClient, keys: readonly string[]): Promise<Map<string, Listed>> {
  const { rows } = await client.query<Listed & { key: string }>(
    `SELECT i.natural_key AS key, h.content -> 'session' AS session, h.content -> 'closed' AS closed
     FROM ingest.identity i JOIN ingest.stored_entity h USING (entity_id)
     WHERE i.entity_type = 'session' AND i.natural_key = ANY ($1::text[]) AND h.content -> 'session' IS NOT NULL`,
    [keys],
  )
  return new Map(rows.map(({ key, ...listed }) => [key, listed]))
}

/** A session that was closed and continues is never overdue, nor is one that no source has listed. */
function endOf(listed: Listed | undefined): {
  readonly ends_on: string | null
  readonly is_inactive: boolean
  readonly closed_on: string | null
} {
  if (listed === undefined) return { ends_on: null, is_inactive: false, closed_on: null }
  const { session, closed } = listed
  const goesOn = closed !== null && closed.closed_on === null
  return {
    ends_on: goesOn ? null : expectedEnd(session),
    is_inactive: !goesOn && session.active === false,
    closed_on: closed?.closed_on ?? null,
  }
}

async function lastActionsOf(
  client: PoolClient,
  jurisdictions: readonly string[],
  today: string,
): Promise<Map<string, string | null>> {
  if (jurisdictions.length === 0) return new Map()
  const { rows } = await client.query<{ key: string; last_action_on: string | null }>(
    `SELECT split_part(i.natural_key, '|', 1) || '|' || split_part(i.natural_key, '|', 2) AS key,
       max((SELECT max(left(a ->> 'date', 10)) FROM json_array_elements(h.content -> 'actions') a
         WHERE left(a ->> 'date', 10) <= $2)) AS last_action_on
     FROM unnest($1::text[]) AS j (jurisdiction)
     JOIN ingest.identity i ON i.entity_type = 'bill'
       AND i.natural_key COLLATE "C" > j.jurisdiction || '|' AND i.natural_key COLLATE "C" < j.jurisdiction || '}'
     JOIN ingest.stored_entity h USING (entity_id) WHERE h.content -> 'core' IS NOT NULL GROUP BY 1`,
    [jurisdictions, today],
  )
  return new Map(rows.map(({ key, last_action_on }) => [key, last_action_on]))
}
