import { liveReadSchema } from '../../../runtime/postgres/live-read-schema.ts'
import { type Database, inTransaction, type Queryable } from '../../../runtime/postgres/postgres.ts'
import { type BillPosition, START } from '../../bills/changed-bills.ts'
import { ACTIVITY_VERSION } from './summarize-activity.ts'

export type FollowedSchema = { readonly read_schema: string; readonly watermark: string }

/**
 * Reads what is followed. Starts over if the method, the read schema or its feed epoch is another one: then all organizations
 * are summed up, with all their filings and positions, and of these only later changes are followed. undefined before the
 * first projector has started.
 */
export async function beginFollowing(database: Database): Promise<FollowedSchema | undefined> {
  const live = await liveReadSchema(database)
  if (live === undefined) return undefined
  const { rows } = await database.query<{
    readonly watermark: string
    readonly feed_epoch: number
    readonly basis: string | null
  }>(
    `SELECT r.watermark, r.feed_epoch, (SELECT min(basis) FROM derive.organization_activity_position) AS basis
     FROM control.read_schema r WHERE r.name = $1`,
    [live],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const { watermark, feed_epoch } = row
  const basis = `${basisOf(live)} ${feed_epoch}`
  if (row.basis !== basis) await inTransaction(database, (client) => startOver(client, basis, watermark))
  return { read_schema: live, watermark }
}

/** The beginning of the basis of sums that were made by this method, from this read schema. */
export const basisOf = (readSchema: string): string => `method ${ACTIVITY_VERSION} ${readSchema}`

async function startOver(client: Queryable, basis: string, watermark: string): Promise<void> {
  await client.query(
    `TRUNCATE derive.organization_activity, derive.organization_summary, derive.counted_source,
       derive.organization_change, derive.organization_activity_position`,
  )
  await client.query(
    `INSERT INTO derive.organization_activity_position (table_name, basis, updated_at, seq, id)
     VALUES ('advocacy_organizations', $1, $2, $3, $4),
       ('lobbying_filings', $1, $5, $3, $4), ('advocacy_positions', $1, $5, $3, $4), ('bills', $1, $5, $3, $4)`,
    [basis, START.updated_at, START.seq, START.id, watermark],
  )
}

export async function readPosition(database: Queryable, table: string): Promise<BillPosition> {
  const { rows } = await database.query<BillPosition>(
    'SELECT updated_at, seq::text AS seq, id FROM derive.organization_activity_position WHERE table_name = $1',
    [table],
  )
  return rows[0] ?? START
}

/** Moves the position, in the transaction of the rows. */
export async function movePosition(
  client: Queryable,
  table: string,
  { updated_at, seq, id }: BillPosition,
): Promise<void> {
  await client.query(
    `UPDATE derive.organization_activity_position SET updated_at = $2, seq = $3, id = $4, moved_at = now()
     WHERE table_name = $1`,
    [table, updated_at, seq, id],
  )
}
