import type { Queryable } from '../../runtime/postgres/postgres.ts'

export type AlertBacklog = {
  readonly subscriptions: number
  readonly due: number
  /** Age of the oldest digest that is due. */
  readonly oldest_due_s: number
  readonly items: number
  readonly mails: number
  readonly deferred: number
  readonly parked: number
  /** Since when digests wait for an operator; null if they do not. */
  readonly held_at: string | null
}

/** What alerts still have to do. */
export async function readBacklog(database: Queryable, now: Date): Promise<AlertBacklog> {
  const { rows } = await database.query<AlertBacklog>(
    `SELECT (SELECT count(*) FROM alerts.subscription WHERE removed_at IS NULL) AS subscriptions,
       count(*) AS due, coalesce(extract(epoch FROM $1::timestamptz - min(next_due_at)), 0)::float8 AS oldest_due_s,
       (SELECT count(*) FROM alerts.item WHERE digest_id IS NULL) AS items,
       (SELECT count(*) FROM alerts.mail WHERE next_attempt_at IS NOT NULL) AS mails,
       (SELECT count(*) FROM alerts.deferred_event) AS deferred,
       (SELECT count(*) FROM alerts.parked_event) AS parked,
       (SELECT held_at FROM alerts.hold) AS held_at
     FROM alerts.subscription WHERE removed_at IS NULL AND next_due_at <= $1`,
    [now],
  )
  return rows[0]!
}
