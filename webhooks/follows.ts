import type { Database } from '../runtime/postgres.ts'
import type { Owner } from './endpoints.ts'

export type FollowItem = { readonly bill_id: number; readonly created_at: string }

/** Bills that an account follows: what a filter with `followed` lets through. */
export async function follow(database: Database, owner: Owner, bill_id: number, now: Date): Promise<void> {
  await database.query(
    `INSERT INTO webhook.follow (account_id, bill_id, created_at, updated_at) VALUES ($1, $2, $3, $3)
     ON CONFLICT DO NOTHING`,
    [owner.id, bill_id, now],
  )
}

export async function unfollow(database: Database, owner: Owner, bill_id: number): Promise<void> {
  await database.query('DELETE FROM webhook.follow WHERE account_id = $1 AND bill_id = $2', [
    owner.id,
    bill_id,
  ])
}

export async function listFollows(
  database: Database,
  owner: Owner,
  page: { after_id: number; limit: number },
): Promise<FollowItem[]> {
  const { rows } = await database.query<FollowItem>(
    `SELECT bill_id, created_at FROM webhook.follow WHERE account_id = $1 AND bill_id > $2
     ORDER BY bill_id LIMIT $3`,
    [owner.id, page.after_id, page.limit],
  )
  return rows
}
