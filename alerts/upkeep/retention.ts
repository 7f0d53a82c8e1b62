import { DAY_MS } from '../../runtime/durations.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { TOMBSTONE_DAYS } from '../../schemas/http/tombstone-days.ts'

/** Notes of mails that were sent or refused, without recipients. An answer that comes back finds its mail by them. */
const MAIL_DAYS = 60
const ROWS_AT_ONCE = 10_000

export type Removed = {
  readonly changes: number
  readonly digests: number
  readonly mails: number
  readonly subscriptions: number
}

/** Deletes what is older than it may be. Items that no digest has taken yet stay. */
export async function removeOld(database: Database, keepDays: number, now: Date): Promise<Removed> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const oldest = daysAgo(keepDays)
  const removed = {
    changes: await removeAll(
      database,
      `DELETE FROM alerts.change WHERE ce_id IN (
         SELECT ce_id FROM alerts.change c WHERE recorded_at < $1
           AND NOT EXISTS (SELECT FROM alerts.item i WHERE i.ce_id = c.ce_id AND i.digest_id IS NULL) LIMIT $2)`,
      oldest,
    ),
    digests: await removeAll(
      database,
      'DELETE FROM alerts.digest WHERE id IN (SELECT id FROM alerts.digest WHERE created_at < $1 LIMIT $2)',
      oldest,
    ),
    mails: await removeAll(
      database,
      `DELETE FROM alerts.mail WHERE id IN (
         SELECT id FROM alerts.mail WHERE next_attempt_at IS NULL AND created_at < $1 LIMIT $2)`,
      daysAgo(MAIL_DAYS),
    ),
    subscriptions: await removeAll(
      database,
      `DELETE FROM alerts.subscription WHERE id IN (
         SELECT id FROM alerts.subscription WHERE removed_at < $1 LIMIT $2)`,
      daysAgo(TOMBSTONE_DAYS + 1),
    ),
  }
  // An address of which nothing is watched any more is not kept.
  await database.query(
    `DELETE FROM alerts.recipient r WHERE created_at < $1
       AND NOT EXISTS (SELECT FROM alerts.subscription s WHERE s.recipient_id = r.id)`,
    [daysAgo(1)],
  )
  return removed
}

/** In batches, so that no statement locks many rows for long. */
async function removeAll(database: Database, sql: string, oldest: Date): Promise<number> {
  for (let total = 0; ; ) {
    const { rowCount } = await database.query(sql, [oldest, ROWS_AT_ONCE])
    total += rowCount ?? 0
    if ((rowCount ?? 0) < ROWS_AT_ONCE) return total
  }
}
