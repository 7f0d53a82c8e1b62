import type { PoolClient } from 'pg'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { PLAN_ALLOWS } from '../endpoint/plan.ts'
import { deliveryKey } from '../fan-out/fan-out.ts'
import { type Scan, scanUndelivered, type Undelivered } from './replay-scan.ts'
import type { ReplayStatus } from './replays.ts'

/** Deliveries per step, and the pause before the next step. */
const REPLAYED_AT_ONCE = 100
const REPLAY_PAUSE_MS = 1_000

type Job = Scan & {
  readonly id: number
  readonly is_dry_run: boolean
  readonly is_served: boolean
  readonly queued: Readonly<Record<ReplayStatus, number>>
}

type ReplayStep = {
  readonly endpoint_id: number
  /** Number of deliveries that were scheduled. */
  readonly queued: number
  readonly is_over: boolean
}

/**
 * Does one step of a replay: the given one, or the one that has waited longest. Returns undefined if none is due. It
 * skips deliveries that are pending or delivered meanwhile, so repeating a step does nothing.
 */
export async function stepReplay(
  database: Database,
  now: Date,
  onlyId?: number,
): Promise<ReplayStep | undefined> {
  return inTransaction(database, async (client) => {
    const job = await takeJob(client, now, onlyId ?? null)
    if (job === undefined) return undefined
    const { endpoint_id, is_dry_run } = job
    if (!job.is_served && !is_dry_run) {
      await end(client, job, now)
      return { endpoint_id, queued: 0, is_over: true }
    }
    const { found, scanned_id, is_over } = await scanUndelivered(client, job, REPLAYED_AT_ONCE)
    if (!is_dry_run) await queue(client, job, found, now)
    const pause_ms = is_dry_run || found.length < REPLAYED_AT_ONCE ? 0 : REPLAY_PAUSE_MS
    await client.query(
      `UPDATE webhook.replay SET scanned_id = $2, queued = $3, next_at = $4, updated_at = $5,
         status = CASE WHEN $6 THEN 'done' ELSE status END, finished_at = CASE WHEN $6 THEN $5::timestamptz END
       WHERE id = $1`,
      [
        job.id,
        scanned_id,
        JSON.stringify(added(job.queued, found)),
        new Date(now.getTime() + pause_ms),
        now,
        is_over,
      ],
    )
    return { endpoint_id, queued: is_dry_run ? 0 : found.length, is_over }
  })
}

async function takeJob(client: PoolClient, now: Date, onlyId: number | null): Promise<Job | undefined> {
  const { rows } = await client.query<Job>(
    `SELECT replay.id, replay.endpoint_id, endpoint.account_id, request, is_dry_run, last_id, scanned_id, queued,
       endpoint.events, endpoint.filter, endpoint.status <> 'disabled' AND ${PLAN_ALLOWS} AS is_served
     FROM webhook.replay JOIN webhook.endpoint ON endpoint.id = replay.endpoint_id
     WHERE replay.status = 'running' AND next_at <= $1 AND endpoint.account_id IS NOT NULL
       AND ($2::bigint IS NULL OR replay.id = $2)
     ORDER BY next_at, replay.id LIMIT 1 FOR NO KEY UPDATE OF replay SKIP LOCKED`,
    [now, onlyId],
  )
  return rows[0]
}

/** They keep their keys. The retry schedule starts over. */
async function queue(
  client: PoolClient,
  { endpoint_id }: Job,
  found: readonly Undelivered[],
  now: Date,
): Promise<void> {
  const keys = found.flatMap(({ key }) => (key === null ? [] : [key]))
  await client.query(
    `UPDATE webhook.delivery SET status = 'pending', due_at = $2, scheduled_at = NULL, not_before = NULL, updated_at = $2,
       changed_at = clock_timestamp(),
       uncounted_attempts = attempt
     WHERE key = ANY($1) AND status IN ('failed', 'skipped')`,
    [keys, now],
  )
  const missing = found.filter(({ key }) => key === null)
  await client.query(
    `INSERT INTO webhook.delivery (key, event_id, endpoint_id, status, due_at, created_at, updated_at)
     SELECT missing.key, missing.event_id, $3, 'pending', $4, $4, $4
     FROM unnest($1::text[], $2::bigint[]) AS missing (key, event_id) ON CONFLICT DO NOTHING`,
    [
      missing.map((event) => deliveryKey(event, endpoint_id)),
      missing.map(({ event_id }) => event_id),
      endpoint_id,
      now,
    ],
  )
}

async function end(client: PoolClient, { id }: Job, now: Date): Promise<void> {
  await client.query(
    `UPDATE webhook.replay SET status = 'stopped', status_reason = 'endpoint_disabled', updated_at = $2,
       finished_at = $2 WHERE id = $1`,
    [id, now],
  )
}

function added(queued: Job['queued'], found: readonly Undelivered[]): Record<ReplayStatus, number> {
  const count = (status: ReplayStatus) => found.filter((one) => one.status === status).length
  return {
    failed: queued.failed + count('failed'),
    skipped: queued.skipped + count('skipped'),
    missing: queued.missing + count('missing'),
  }
}
