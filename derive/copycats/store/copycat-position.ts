import { liveReadSchema } from '../../../runtime/postgres/live-read-schema.ts'
import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import { type BillPosition, type Followed, START } from '../../bills/changed-bills.ts'

/** The live read schema that bills are read from. */
export type LiveSchema = {
  readonly read_schema: string
  readonly watermark: string
  readonly feed_epoch: number
}

/** undefined before the first projector has started. */
export async function readLiveSchema(database: Queryable): Promise<LiveSchema | undefined> {
  const read_schema = await liveReadSchema(database)
  if (read_schema === undefined) return undefined
  const { rows } = await database.query<Omit<LiveSchema, 'read_schema'>>(
    'SELECT watermark, feed_epoch FROM control.read_schema WHERE name = $1',
    [read_schema],
  )
  return rows[0] === undefined ? undefined : { read_schema, ...rows[0] }
}

/** How far the bills are compared on this basis. Another basis starts again. */
export async function readFollowed(
  database: Queryable,
  { read_schema, watermark, feed_epoch }: LiveSchema,
  versions: string,
): Promise<Followed> {
  const basis = `epoch ${feed_epoch} ${versions}`
  const { rows } = await database.query<BillPosition & { basis: string }>(
    'SELECT basis, updated_at, seq::text AS seq, id FROM derive.copycat_position WHERE read_schema = $1',
    [read_schema],
  )
  const row = rows[0]
  const position = row?.basis === basis ? { updated_at: row.updated_at, seq: row.seq, id: row.id } : START
  return { read_schema, watermark, basis, position }
}

/** Moves the position, in the transaction of the rows of these bills. Forgets read schemas that are gone. */
export async function savePosition(
  client: Queryable,
  { read_schema, basis }: Followed,
  { updated_at, seq, id }: BillPosition,
  models: number,
): Promise<void> {
  await client.query(
    `INSERT INTO derive.copycat_position (read_schema, updated_at, seq, id, basis, models)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (read_schema) DO UPDATE SET updated_at = excluded.updated_at, seq = excluded.seq, id = excluded.id,
       basis = excluded.basis, models = excluded.models`,
    [read_schema, updated_at, seq, id, basis, models],
  )
  await client.query(
    'DELETE FROM derive.copycat_position p WHERE NOT EXISTS (SELECT FROM control.read_schema r WHERE r.name = p.read_schema)',
  )
}
