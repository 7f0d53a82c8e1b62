import type { PoolClient } from 'pg'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { TOMBSTONE_DAYS } from '../../schemas/http/tombstone-days.ts'
import { problem } from '../http/problem.ts'

/** Tables whose rows an account makes and deletes. A deleted row stays as a tombstone with `removed_at`. */
export type OwnedTable =
  | 'account.bill_sheet'
  | 'account.stakeholder_page'
  | 'account.widget'
  | 'account.scorecard'
  | 'account.user'
  | 'account.invitation'
  | 'alerts.subscription'

/** A tombstone can be requested until its last day is over, so it is deleted a day later. */
export const TOMBSTONE_ROW_DAYS = TOMBSTONE_DAYS + 1

/** A limit of the rows of an account. */
export type Room = {
  readonly table: OwnedTable
  readonly most: number
  readonly called: string
  /** Only rows that meet this condition count. Its values begin at $2. */
  readonly counted?: { readonly condition: string; readonly values: readonly unknown[] }
}

/**
 * Throws `limit_reached` if the account has `most` rows already. Until the end of the transaction no other request of the
 * account passes this limit, so that together they do not exceed it.
 */
export async function requireRoom(
  client: PoolClient,
  accountId: number,
  { table, most, called, counted = { condition: 'true', values: [] } }: Room,
): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${table} ${accountId}`])
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*) AS count FROM ${table} WHERE account_id = $1 AND removed_at IS NULL AND ${counted.condition}`,
    [accountId, ...counted.values],
  )
  if (rows[0]!.count < most) return
  throw problem(409, 'limit_reached', `An account has at most ${most} ${called}: delete one first.`)
}

export async function deleteOldTombstones(
  client: Queryable,
  accountId: number,
  table: OwnedTable,
): Promise<void> {
  await client.query(
    `DELETE FROM ${table} WHERE account_id = $1 AND removed_at < now() - make_interval(days => $2)`,
    [accountId, TOMBSTONE_ROW_DAYS],
  )
}
