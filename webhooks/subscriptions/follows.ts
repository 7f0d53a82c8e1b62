import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { Owner } from '../endpoint/owner.ts'
import { lockPositions } from '../log/positions.ts'
import { currentIds } from './bill-merges.ts'

export type FollowRow = {
  readonly bill_id: number
  readonly created_at: string
  readonly updated_at: string
  readonly removed_at: string | null
}

const MAX_FOLLOWS = 10_000

const FOLLOW = 'bill_id, created_at, updated_at, removed_at'

/**
 * Follows a bill: a filter with `followed` then matches it from its next event on. A merged bill means its winner.
 * Returns whether it was not followed before.
 */
export async function follow(
  database: Database,
  owner: Owner,
  billId: number,
  now: Date,
): Promise<{ readonly follow: FollowRow; readonly is_new: boolean }> {
  return inTransaction(database, async (client) => {
    // Blocks merges meanwhile: otherwise an account could follow a merged bill forever.
    await lockPositions(client)
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('webhook.follow ' || $1, 0))", [
      String(owner.id),
    ])
    const [id] = await currentIds(client, [billId], now)
    const before = await client.query<FollowRow>(
      `SELECT ${FOLLOW} FROM webhook.follow WHERE account_id = $1 AND bill_id = $2 AND removed_at IS NULL`,
      [owner.id, id],
    )
    if (before.rows[0] !== undefined) return { follow: before.rows[0], is_new: false }
    const { rows: counted } = await client.query<{ count: number }>(
      'SELECT count(*) AS count FROM webhook.follow WHERE account_id = $1 AND removed_at IS NULL',
      [owner.id],
    )
    if (counted[0]!.count >= MAX_FOLLOWS)
      throw new LegislogError('endpoint_limit', `an account follows at most ${MAX_FOLLOWS} bills`)
    const { rows } = await client.query<FollowRow>(
      `INSERT INTO webhook.follow (account_id, bill_id, created_at, updated_at)
       SELECT $1, $2, at, at FROM (SELECT clock_timestamp() AS at) AS moment
       ON CONFLICT (bill_id, account_id)
         DO UPDATE SET created_at = excluded.created_at, updated_at = excluded.updated_at, removed_at = NULL
       RETURNING ${FOLLOW}`,
      [owner.id, id],
    )
    return { follow: rows[0]!, is_new: true }
  })
}

export async function unfollow(database: Database, owner: Owner, billId: number): Promise<void> {
  const { rowCount } = await database.query(
    `UPDATE webhook.follow SET removed_at = moment.at, updated_at = moment.at
     FROM (SELECT clock_timestamp() AS at) AS moment
     WHERE account_id = $1 AND bill_id = $2 AND removed_at IS NULL`,
    [owner.id, billId],
  )
  if (rowCount === 0) notFollowed(billId)
}

export async function getFollow(database: Queryable, owner: Owner, billId: number): Promise<FollowRow> {
  const { rows } = await database.query<FollowRow>(
    `SELECT ${FOLLOW} FROM webhook.follow WHERE account_id = $1 AND bill_id = $2 AND removed_at IS NULL`,
    [owner.id, billId],
  )
  return rows[0] ?? notFollowed(billId)
}

/** Lists follows by bill, or by last change if `since` is given. Includes ended ones on request. */
export async function listFollows(
  database: Queryable,
  owner: Owner,
  page: {
    readonly since: string | undefined
    readonly include_removed: boolean
    readonly after: { readonly id: number; readonly updated_at: string } | undefined
    readonly limit: number
  },
): Promise<FollowRow[]> {
  const { since, include_removed, after, limit } = page
  const kept = include_removed ? '' : 'AND removed_at IS NULL'
  const { rows } =
    since === undefined
      ? await database.query<FollowRow>(
          `SELECT ${FOLLOW} FROM webhook.follow WHERE account_id = $1 AND bill_id > $2 ${kept}
           ORDER BY bill_id LIMIT $3`,
          [owner.id, after?.id ?? 0, limit],
        )
      : await database.query<FollowRow>(
          `SELECT ${FOLLOW} FROM webhook.follow
           WHERE account_id = $1 AND updated_at >= $2 AND (updated_at, bill_id) > ($3::timestamptz, $4::bigint) ${kept}
           ORDER BY updated_at, bill_id LIMIT $5`,
          [owner.id, since, after?.updated_at ?? '-infinity', after?.id ?? 0, limit],
        )
  return rows
}

function notFollowed(billId: number): never {
  throw new LegislogError('endpoint_unknown', `the bill ${billId} is not followed`)
}
