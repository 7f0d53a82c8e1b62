import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'

/** A place in the change index of bills. `seq` may be beyond the safe whole numbers. */
export type BillPosition = { readonly updated_at: string; readonly seq: string; readonly id: number }

/** What the service follows: the live read schema, and how far it has come. */
export type Followed = {
  readonly read_schema: string
  readonly watermark: string
  /** The versions of all methods and the feed epoch. If they change, all bills are compared again. */
  readonly basis: string
  readonly position: BillPosition
}

/** Before the first bill. */
export const START: BillPosition = { updated_at: '-infinity', seq: '0', id: 0 }

/** undefined before the first projector has started. */
export async function readFollowed(database: Queryable, versions: string): Promise<Followed | undefined> {
  const live = await liveReadSchema(database)
  if (live === undefined) return undefined
  const { rows } = await database.query<
    BillPosition & { watermark: string; feed_epoch: number; basis: string | null }
  >(
    `SELECT r.watermark, r.feed_epoch, p.basis, p.updated_at, p.seq::text AS seq, p.id
     FROM control.read_schema r LEFT JOIN derive.position p ON p.read_schema = r.name WHERE r.name = $1`,
    [live],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const { watermark, feed_epoch, updated_at, seq, id } = row
  const basis = `epoch ${feed_epoch} ${versions}`
  return {
    read_schema: live,
    watermark,
    basis,
    position: row.basis === basis ? { updated_at, seq, id } : START,
  }
}

/** Reads the ids of the next changed bills, in the order of the change index. Below the watermark, none comes later. */
export async function nextBills(
  database: Queryable,
  { read_schema, watermark, position }: Followed,
  limit: number,
): Promise<BillPosition[]> {
  const { rows } = await database.query<BillPosition>(
    `SELECT updated_at, seq::text AS seq, id FROM ${read_schema}.bills
     WHERE (updated_at, seq, id) > ($1, $2, $3) AND updated_at < $4
     ORDER BY updated_at, seq, id LIMIT ${limit}`,
    [position.updated_at, position.seq, position.id, watermark],
  )
  return rows
}

/** Moves the position, in the transaction of the rows of these bills. Forgets read schemas that are gone. */
export async function savePosition(
  client: Queryable,
  { read_schema, basis }: Followed,
  { updated_at, seq, id }: BillPosition,
): Promise<void> {
  await client.query(
    `INSERT INTO derive.position (read_schema, updated_at, seq, id, basis) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (read_schema) DO UPDATE SET updated_at = excluded.updated_at, seq = excluded.seq, id = excluded.id,
       basis = excluded.basis, moved_at = now()`,
    [read_schema, updated_at, seq, id, basis],
  )
  await client.query(
    'DELETE FROM derive.position p WHERE NOT EXISTS (SELECT FROM control.read_schema r WHERE r.name = p.read_schema)',
  )
}
