import { earlierSql } from '../../runtime/postgres/earlier-clock.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { Owner } from '../endpoint/owner.ts'
import { PLAN_ALLOWS, requirePlan } from '../endpoint/plan.ts'

export type ReplayStatus = 'failed' | 'skipped' | 'missing'

/**
 * The events to send again: from `since` to before `until`, or to the time of the request. Without statuses
 * it means all three.
 */
export type ReplayRequest = {
  readonly since: string
  readonly until: string | null
  readonly status: ReplayStatus | null
  readonly events: readonly string[] | null
}

type ReplayItem = ReplayRequest & {
  readonly until: string
  readonly id: number
  readonly endpoint_id: number
  readonly dry_run: boolean
  readonly state: 'running' | 'done' | 'stopped'
  readonly state_reason: 'owner' | 'endpoint_disabled' | null
  readonly progress: number
  readonly queued: Readonly<Record<ReplayStatus, number>>
  readonly created_at: string
  readonly updated_at: string
  readonly finished_at: string | null
}

type Row = Omit<ReplayItem, keyof ReplayRequest> & { readonly request: ReplayRequest }

const REPLAY_ITEM = `replay.id, replay.endpoint_id, replay.request, replay.is_dry_run AS dry_run, replay.status AS state,
  replay.status_reason AS state_reason, replay.queued, replay.created_at, replay.updated_at, replay.finished_at,
  CASE WHEN replay.status = 'done' OR last_id <= first_id THEN 1
    ELSE round((scanned_id - first_id)::numeric / (last_id - first_id), 3)::float8 END AS progress`

/**
 * Starts a replay, which a dispatcher carries out. The same request returns the running replay. Another request is
 * refused while one runs, because two replays would send twice as fast.
 */
export async function createReplay(
  database: Database,
  owner: Owner,
  endpointId: number,
  request: ReplayRequest,
  options: { readonly is_dry_run: boolean; readonly now: Date },
): Promise<ReplayItem> {
  requirePlan(owner)
  const { is_dry_run, now } = options
  const text = JSON.stringify(request)
  const id = await inTransaction(database, async (client) => {
    const { rows: endpoints } = await client.query<{ is_served: boolean }>(
      `SELECT status <> 'disabled' AND ${PLAN_ALLOWS} AS is_served FROM webhook.endpoint
       WHERE id = $1 AND account_id = $2 FOR NO KEY UPDATE`,
      [endpointId, owner.id],
    )
    if (endpoints[0] === undefined)
      throw new LegislogError('endpoint_unknown', `webhook endpoint ${endpointId} does not exist`)
    if (!endpoints[0].is_served && !is_dry_run)
      throw new LegislogError('webhook_conflict', 'the endpoint is disabled: enable it first')
    const { rows: running } = await client.query<{ id: number; is_same: boolean }>(
      `SELECT id, request::text = $2 AND is_dry_run = $3 AS is_same FROM webhook.replay
       WHERE endpoint_id = $1 AND status = 'running'`,
      [endpointId, text, is_dry_run],
    )
    const same = running.find(({ is_same }) => is_same)
    if (same !== undefined) return same.id
    if (running.length > 0)
      throw new LegislogError('webhook_conflict', 'another replay of the endpoint is under way')
    const { rows } = await client.query<{ id: number }>(
      `WITH first AS (
         SELECT id FROM webhook.event WHERE created_at < $4::timestamptz AND body IS NOT NULL
         ORDER BY created_at DESC, id DESC LIMIT 1
       ), last AS (
         SELECT id FROM webhook.event WHERE created_at < $5::timestamptz AND body IS NOT NULL
         ORDER BY created_at DESC, id DESC LIMIT 1
       ), bounds AS (
         SELECT coalesce((SELECT id FROM first), 0) AS first_id, coalesce((SELECT id FROM last), 0) AS last_id
       )
       INSERT INTO webhook.replay (endpoint_id, request, is_dry_run, status, first_id, last_id, scanned_id, next_at,
         created_at, updated_at)
       SELECT $1, $2, $3, 'running', first_id, last_id, first_id, ${earlierSql('$6')}, $6, $6 FROM bounds RETURNING id`,
      [endpointId, text, is_dry_run, request.since, request.until ?? now, now],
    )
    return rows[0]!.id
  })
  return getReplay(database, owner, endpointId, id)
}

export async function getReplay(
  database: Queryable,
  owner: Owner,
  endpointId: number,
  id: number,
): Promise<ReplayItem> {
  const { rows } = await database.query<Row>(
    `SELECT ${REPLAY_ITEM} FROM webhook.replay JOIN webhook.endpoint ON endpoint.id = replay.endpoint_id
     WHERE replay.id = $1 AND replay.endpoint_id = $2 AND endpoint.account_id = $3`,
    [id, endpointId, owner.id],
  )
  if (rows[0] === undefined) throw new LegislogError('endpoint_unknown', `replay ${id} does not exist`)
  return itemOf(rows[0])
}

/** Newest first. */
export async function listReplays(
  database: Queryable,
  endpointId: number,
  page: { readonly before_id: number | undefined; readonly limit: number },
): Promise<ReplayItem[]> {
  const { rows } = await database.query<Row>(
    `SELECT ${REPLAY_ITEM} FROM webhook.replay
     WHERE endpoint_id = $1 AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [endpointId, page.before_id ?? null, page.limit],
  )
  return rows.map(itemOf)
}

/** Deliveries that were already scheduled are still sent. */
export async function stopReplay(
  database: Database,
  owner: Owner,
  endpointId: number,
  id: number,
  now: Date,
): Promise<ReplayItem> {
  const replay = await getReplay(database, owner, endpointId, id)
  await database.query(
    `UPDATE webhook.replay SET status = 'stopped', status_reason = 'owner', updated_at = $2, finished_at = $2
     WHERE id = $1 AND status = 'running'`,
    [replay.id, now],
  )
  return getReplay(database, owner, endpointId, id)
}

function itemOf({ request, ...row }: Row): ReplayItem {
  const { since, until, status, events } = request
  return { ...row, since, until: until ?? row.created_at, status, events }
}
