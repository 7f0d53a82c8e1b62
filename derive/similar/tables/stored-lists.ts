import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import type { Neighbor } from '../index/bill-index.ts'
import type { SimilarLists } from '../lists/neighbor-list.ts'

export type StoredNeighbor = Omit<Neighbor, 'jurisdiction'>
export type StoredLists = {
  readonly bill_id: number
  readonly other: readonly StoredNeighbor[]
  readonly same: readonly StoredNeighbor[]
}

export async function writeLists(client: Queryable, lists: readonly SimilarLists[]): Promise<void> {
  const rows = lists.map(({ bill_id, other, same }) => ({
    bill_id,
    ...columnsOf('other', other),
    ...columnsOf('same', same),
  }))
  await client.query(
    `INSERT INTO derive.similar_list
     SELECT * FROM json_to_recordset($1::json) AS l (bill_id bigint,
       other_ids bigint[], other_scores smallint[], other_cosines smallint[],
       same_ids bigint[], same_scores smallint[], same_cosines smallint[])
     ON CONFLICT (bill_id) DO UPDATE SET
       other_ids = excluded.other_ids, other_scores = excluded.other_scores, other_cosines = excluded.other_cosines,
       same_ids = excluded.same_ids, same_scores = excluded.same_scores, same_cosines = excluded.same_cosines`,
    [JSON.stringify(rows)],
  )
}

const columnsOf = (name: 'other' | 'same', list: readonly StoredNeighbor[]) => ({
  [`${name}_ids`]: list.map(({ id }) => id),
  [`${name}_scores`]: list.map(({ score }) => score),
  [`${name}_cosines`]: list.map(({ cosine }) => cosine),
})

export type ListRow = {
  readonly bill_id: number
  readonly other_ids: readonly number[]
  readonly other_scores: readonly number[]
  readonly other_cosines: readonly (number | null)[]
  readonly same_ids: readonly number[]
  readonly same_scores: readonly number[]
  readonly same_cosines: readonly (number | null)[]
}

export const listsOfRow = (row: ListRow): StoredLists => ({
  bill_id: row.bill_id,
  other: neighborsOf(row.other_ids, row.other_scores, row.other_cosines),
  same: neighborsOf(row.same_ids, row.same_scores, row.same_cosines),
})

const neighborsOf = (
  ids: readonly number[],
  scores: readonly number[],
  cosines: readonly (number | null)[],
): StoredNeighbor[] => ids.map((id, at) => ({ id, score: scores[at]!, cosine: cosines[at]! }))

export async function readLists(database: Queryable, ids: readonly number[]): Promise<StoredLists[]> {
  const { rows } = await database.query<ListRow>(
    'SELECT * FROM derive.similar_list WHERE bill_id = ANY ($1::bigint[]) ORDER BY bill_id',
    [ids],
  )
  return rows.map(listsOfRow)
}

/** The lengths of the lists of a bill, and the least score in each. */
export type ListEnds = {
  readonly bill_id: number
  readonly others: number
  readonly least_other: number | null
  readonly sames: number
  readonly least_same: number | null
}

export async function readListEnds(database: Queryable): Promise<ListEnds[]> {
  const { rows } = await database.query<ListEnds>(
    `SELECT bill_id, cardinality(other_ids) AS others, other_scores[cardinality(other_scores)] AS least_other,
       cardinality(same_ids) AS sames, same_scores[cardinality(same_scores)] AS least_same
     FROM derive.similar_list`,
  )
  return rows
}

export async function removeAllLists(client: Queryable): Promise<void> {
  await client.query('TRUNCATE derive.similar_list')
}

/** Reads the ids of bills after a bill that have no list yet, in order. */
export async function readUnlisted(database: Queryable, after: number, limit: number): Promise<number[]> {
  const { rows } = await database.query<{ bill_id: number }>(
    `SELECT s.bill_id FROM derive.similar_bill s
     WHERE s.bill_id > $1 AND NOT EXISTS (SELECT FROM derive.similar_list l WHERE l.bill_id = s.bill_id)
     ORDER BY s.bill_id LIMIT $2`,
    [after, limit],
  )
  return rows.map(({ bill_id }) => bill_id)
}
