import { liveReadSchema } from '../../../runtime/postgres/live-read-schema.ts'
import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { type BillPosition, START } from '../../bills/changed-bills.ts'
import { SIMILAR_VERSION } from '../index/scores.ts'

export type Phase = 'bills' | 'lists' | 'following'

/** What the lists follow, and how far they are made. */
export type SimilarPosition = {
  readonly basis: string
  readonly embedder: string | null
  readonly read_schema: string
  readonly watermark: string
  readonly position: BillPosition
  readonly phase: Phase
}

type Row = BillPosition & {
  readonly watermark: string
  readonly feed_epoch: number
  readonly basis: string | null
  readonly followed: string | null
  readonly phase: Phase
}

/**
 * Reads the position under the live read schema. After a swap, all bills are compared again; equal ones cost one comparison.
 * If the method, the embedder or the feed epoch is another one, the position is that of the beginning, and everything stored
 * must go first: see `startOver`. undefined before the first projector has started.
 */
export async function readPosition(
  database: Queryable,
  embedder: string | null,
): Promise<(SimilarPosition & { readonly starts_over: boolean }) | undefined> {
  const live = await liveReadSchema(database)
  if (live === undefined) return undefined
  const { rows } = await database.query<Row>(
    `SELECT r.watermark, r.feed_epoch, p.basis, p.read_schema AS followed, p.phase, p.updated_at,
       p.seq::text AS seq, p.id
     FROM control.read_schema r LEFT JOIN derive.similar_position p ON true WHERE r.name = $1`,
    [live],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const { watermark, feed_epoch, followed, updated_at, seq, id } = row
  const basis = JSON.stringify([feed_epoch, SIMILAR_VERSION, embedder])
  const startsOver = row.basis !== basis
  return {
    basis,
    embedder,
    read_schema: live,
    watermark,
    starts_over: startsOver,
    position: startsOver || followed !== live ? START : { updated_at, seq, id },
    phase: startsOver ? 'bills' : row.phase,
  }
}

/** Deletes all that was made on another basis. Vectors of texts stay: they depend on their text alone. */
export async function startOver(client: Queryable, at: SimilarPosition): Promise<void> {
  await client.query(
    'TRUNCATE derive.similar_bill, derive.bill_vector, derive.similar_list, derive.similar_position',
  )
  const { basis, embedder, read_schema, position, phase } = at
  await client.query(
    `INSERT INTO derive.similar_position (basis, embedder, read_schema, updated_at, seq, id, phase)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [basis, embedder, read_schema, position.updated_at, position.seq, position.id, phase],
  )
}

/** Moves the position, in the transaction of the rows. Throws `positions_moved` if everything was dropped meanwhile. */
export async function savePosition(
  client: Queryable,
  { basis, read_schema, position, phase }: SimilarPosition,
): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE derive.similar_position SET read_schema = $2, updated_at = $3, seq = $4, id = $5, phase = $6,
       moved_at = now() WHERE basis = $1`,
    [basis, read_schema, position.updated_at, position.seq, position.id, phase],
  )
  if (rowCount !== 1) throw new LegislogError('positions_moved', 'the lists of similar bills were dropped')
}
