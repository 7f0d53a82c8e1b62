import { DAY_MS } from '../../runtime/durations.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { TOMBSTONE_DAYS } from '../../schemas/http/tombstone-days.ts'

/** The times before which rows are deleted. */
type Cutoffs = {
  readonly attempts: Date
  readonly bodies: Date
  readonly deliveries: Date
  readonly tombstones: Date
}

/** A body or a tombstone can be requested until its last day is over, so it is deleted a day later. */
const GRACE_MS = DAY_MS
const ROWS_A_STATEMENT = 2_000

export function cutoffsAt(
  now: Date,
  kept: { readonly webhook_attempt_keep_days: number; readonly webhook_body_keep_days: number },
): Cutoffs {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const attempts_ms = kept.webhook_attempt_keep_days * DAY_MS
  const bodies_ms = kept.webhook_body_keep_days * DAY_MS + GRACE_MS
  return {
    attempts: before(attempts_ms),
    bodies: before(bodies_ms),
    deliveries: before(Math.max(attempts_ms, bodies_ms)),
    tombstones: before(TOMBSTONE_DAYS * DAY_MS + GRACE_MS),
  }
}

export type Removed = {
  readonly bodies: number
  readonly attempts: number
  readonly deliveries: number
  /** Ended replays, notices, and tombstones of endpoints and follows. */
  readonly others: number
}

/**
 * Deletes expired rows in small statements by index ranges: never a delivery that waits, or what it needs. Rows of
 * events stay without their bodies, because they identify a replay of the log. Ends early if `isStopping`.
 */
export async function removeOld(
  database: Database,
  cutoffs: Cutoffs,
  isStopping: () => boolean = () => false,
): Promise<Removed> {
  return {
    bodies: await removeBodies(database, cutoffs.bodies, isStopping),
    attempts: await removeAttempts(database, cutoffs.attempts, isStopping),
    deliveries: await removeDeliveries(database, cutoffs.deliveries, isStopping),
    others: await removeOthers(database, cutoffs),
  }
}

/** These are few: one statement each. */
async function removeOthers(database: Database, { attempts, tombstones }: Cutoffs): Promise<number> {
  const removed = [
    await database.query("DELETE FROM webhook.replay WHERE status <> 'running' AND finished_at < $1", [
      attempts,
    ]),
    await database.query('DELETE FROM webhook.notice WHERE created_at < $1', [attempts]),
    await database.query('DELETE FROM webhook.follow WHERE removed_at < $1', [tombstones]),
    await database.query('DELETE FROM webhook.removed_endpoint WHERE updated_at < $1', [tombstones]),
  ]
  return removed.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
}

type Place = { readonly id: number; readonly created_at: string }

async function removeBodies(database: Database, before: Date, isStopping: () => boolean): Promise<number> {
  let removed = 0
  let after: Place | undefined
  while (!isStopping()) {
    const { last, cleared, is_last } = await clearBodies(database, before, after)
    removed += cleared
    after = last
    if (is_last) break
  }
  return removed
}

/** Locks the rows first: a concurrent resend has either finished before, or finds the row deleted. */
function clearBodies(
  database: Database,
  before: Date,
  after: Place | undefined,
): Promise<{ last: Place | undefined; cleared: number; is_last: boolean }> {
  return inTransaction(database, async (client) => {
    const { rows } = await client.query<Place>(
      `SELECT id, created_at FROM webhook.event
       WHERE body IS NOT NULL AND created_at < $1 AND (created_at, id) > ($2::timestamptz, $3::bigint)
       ORDER BY created_at, id LIMIT ${ROWS_A_STATEMENT} FOR NO KEY UPDATE`,
      [before, after?.created_at ?? '-infinity', after?.id ?? 0],
    )
    const { rowCount } = await client.query(
      `UPDATE webhook.event SET body = NULL, subjects = NULL
       WHERE id = ANY($1)
         AND NOT EXISTS (SELECT FROM webhook.delivery WHERE event_id = event.id AND status = 'pending')`,
      [rows.map(({ id }) => id)],
    )
    return { last: rows.at(-1) ?? after, cleared: rowCount ?? 0, is_last: rows.length < ROWS_A_STATEMENT }
  })
}

/** Keys begin with the time of their event, so old ones are adjacent. Resent deliveries have newer rows. */
const keysBefore = (before: Date): string => `dlv_${before.getTime().toString(16).padStart(12, '0')}`

async function removeAttempts(database: Database, before: Date, isStopping: () => boolean): Promise<number> {
  let removed = 0
  while (!isStopping()) {
    const { rowCount } = await database.query(
      `DELETE FROM webhook.attempt WHERE ctid IN (
         SELECT ctid FROM webhook.attempt WHERE delivery_key < $1 AND at < $2 LIMIT ${ROWS_A_STATEMENT}
       )`,
      [keysBefore(before), before],
    )
    removed += rowCount ?? 0
    if ((rowCount ?? 0) < ROWS_A_STATEMENT) break
  }
  return removed
}

/**
 * An event can be replayed while its body is kept. Without its delivery it would count as missing and be sent again.
 */
async function removeDeliveries(
  database: Database,
  before: Date,
  isStopping: () => boolean,
): Promise<number> {
  let removed = 0
  let after = ''
  while (!isStopping()) {
    const { rows } = await database.query<{ last: string | null; seen: number; removed: number }>(
      `WITH seen AS MATERIALIZED (
         SELECT key FROM webhook.delivery WHERE key > $1 AND key < $2 ORDER BY key LIMIT ${ROWS_A_STATEMENT}
       ), gone AS (
         DELETE FROM webhook.delivery USING seen
         WHERE delivery.key = seen.key AND status <> 'pending' AND updated_at < $3
           AND NOT EXISTS (SELECT FROM webhook.event WHERE id = event_id AND body IS NOT NULL)
         RETURNING delivery.key
       )
       SELECT (SELECT max(key) FROM seen) AS last, (SELECT count(*) FROM seen)::int AS seen,
         (SELECT count(*) FROM gone)::int AS removed`,
      [after, keysBefore(before), before],
    )
    const { last, seen, removed: gone } = rows[0]!
    removed += gone
    if (last === null || seen < ROWS_A_STATEMENT) break
    after = last
  }
  return removed
}
