import type { PoolClient } from 'pg'
import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import type { Work, WorkKey } from './work.ts'

/**
 * Takes the most urgent due work for a time. Another process takes it only after that: work of a killed process is late,
 * never lost.
 */
export async function takeWork(database: Queryable, now: Date, lease_ms: number): Promise<Work | undefined> {
  const { rows } = await database.query<Work>(
    `UPDATE derive.model_work SET taken_until = $2 WHERE (bill_id, kind) = (
       SELECT bill_id, kind FROM derive.model_work
       WHERE due_at <= $1 AND (taken_until IS NULL OR taken_until <= $1)
       ORDER BY priority DESC, changed_at DESC LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING bill_id, kind, bill_ocd_id, version_id, text, wanted, failures`,
    [now, new Date(now.getTime() + lease_ms)],
  )
  return rows[0]
}

const SAME = 'bill_id = $1 AND kind = $2 AND wanted = $3'
const keyOf = ({ bill_id, kind, wanted }: WorkKey) => [bill_id, kind, wanted]

/**
 * Ends work. Returns false if the bill has another text by now: its work is due again, and this result is not to be
 * recorded.
 */
export async function endWork(client: PoolClient, work: WorkKey, reason: string | null): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE derive.model_work SET due_at = NULL, taken_until = NULL, failures = 0, reason = $4 WHERE ${SAME}`,
    [...keyOf(work), reason],
  )
  return rowCount === 1
}

/** Makes work due again later. `isFailure`: it counts, and the next pause is longer. */
export async function postponeWork(
  database: Queryable,
  work: WorkKey,
  options: { readonly due_at: Date; readonly reason: string; readonly isFailure: boolean },
): Promise<void> {
  await database.query(
    `UPDATE derive.model_work SET due_at = $4, taken_until = NULL, reason = $5, failures = failures + $6
     WHERE ${SAME}`,
    [...keyOf(work), options.due_at, options.reason, options.isFailure ? 1 : 0],
  )
}
