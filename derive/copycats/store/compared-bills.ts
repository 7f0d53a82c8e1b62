import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import type { TextReference } from '../../text/version-text.ts'

export type ComparedBill = {
  readonly bill_id: number
  readonly text: TextReference | null
  readonly basis: string
  readonly shingles: readonly number[]
  readonly failure: string | null
}

/** The basis of a bill that is in the index, but not compared yet. */
export const NOT_COMPARED = ''

export async function readCompared(
  database: Queryable,
  bill_ids: readonly number[],
): Promise<ReadonlyMap<number, ComparedBill>> {
  const { rows } = await database.query<ComparedBill>(
    'SELECT bill_id, text, basis, shingles, failure FROM derive.compared_bill WHERE bill_id = ANY ($1::bigint[])',
    [bill_ids],
  )
  return new Map(rows.map((row) => [row.bill_id, row]))
}

/** Replaces the rows of bills, and their shingles in the index. */
export async function writeCompared(client: Queryable, bills: readonly ComparedBill[]): Promise<void> {
  const ids = bills.map(({ bill_id }) => bill_id)
  await client.query(
    `DELETE FROM derive.bill_shingle s USING (
       SELECT bill_id, unnest(shingles) AS hash FROM derive.compared_bill WHERE bill_id = ANY ($1::bigint[])) old
     WHERE s.hash = old.hash AND s.bill_id = old.bill_id`,
    [ids],
  )
  await client.query(
    `INSERT INTO derive.compared_bill (bill_id, text, basis, shingles, failure)
     SELECT bill_id, text, basis, shingles::integer[], failure
     FROM unnest($1::bigint[], $2::jsonb[], $3::text[], $4::text[], $5::text[])
       AS b (bill_id, text, basis, shingles, failure)
     ON CONFLICT (bill_id) DO UPDATE SET text = excluded.text, basis = excluded.basis,
       shingles = excluded.shingles, failure = excluded.failure`,
    [
      ids,
      bills.map(({ text }) => (text === null ? null : JSON.stringify(text))),
      bills.map(({ basis }) => basis),
      bills.map(({ shingles }) => `{${shingles.join(',')}}`),
      bills.map(({ failure }) => failure),
    ],
  )
  await client.query(
    `INSERT INTO derive.bill_shingle (hash, bill_id)
     SELECT * FROM unnest($1::integer[], $2::bigint[]) ORDER BY 1, 2`,
    [
      bills.flatMap(({ shingles }) => shingles),
      bills.flatMap(({ bill_id, shingles }) => shingles.map(() => bill_id)),
    ],
  )
}

/** Notes that these bills are compared. */
export async function setBasis(client: Queryable, bill_ids: readonly number[], basis: string): Promise<void> {
  await client.query('UPDATE derive.compared_bill SET basis = $2 WHERE bill_id = ANY ($1::bigint[])', [
    bill_ids,
    basis,
  ])
}

/** A shingle of more bills is a formula that no generation knows yet. */
const MOST_BILLS = 200
/** Bills that share most shingles with a bill. */
const MOST_CANDIDATES = 200

/** Finds bills that share shingles with a bill, and the names of their texts. */
export async function findCandidates(
  client: Queryable,
  { bill_id, shingles }: Pick<ComparedBill, 'bill_id' | 'shingles'>,
): Promise<{ readonly bill_id: number; readonly text: TextReference }[]> {
  const { rows } = await client.query<{ bill_id: number; text: TextReference }>(
    `SELECT c.bill_id, c.text
     FROM (
       SELECT b.bill_id, count(*) AS shared
       FROM unnest($2::integer[]) AS h (hash)
       CROSS JOIN LATERAL (
         SELECT array_agg(f.bill_id) AS bill_ids FROM (
           SELECT s.bill_id FROM derive.bill_shingle s WHERE s.hash = h.hash LIMIT ${MOST_BILLS + 1}) f
       ) found
       CROSS JOIN LATERAL unnest(found.bill_ids) AS b (bill_id)
       WHERE cardinality(found.bill_ids) <= ${MOST_BILLS} AND b.bill_id <> $1
       GROUP BY b.bill_id ORDER BY count(*) DESC, b.bill_id LIMIT ${MOST_CANDIDATES}
     ) near
     JOIN derive.compared_bill c ON c.bill_id = near.bill_id AND c.text IS NOT NULL
     ORDER BY c.bill_id`,
    [bill_id, shingles],
  )
  return rows
}
