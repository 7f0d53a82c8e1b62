import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import { signText } from '../../vectors/quantized-vector.ts'
import type { BillProfile } from '../index/bill-index.ts'
import { codesOf } from './stored-vectors.ts'

/** What a bill is compared by, with the hashes that name its content. */
export type StoredBill = BillProfile & {
  readonly content_sha256: Buffer
  /** null without a model. */
  readonly vector_key: Buffer | null
}

/** Reads the hashes of the content of bills, in hex. */
export async function readContentHashes(
  database: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await database.query<{ bill_id: number; sha256: string }>(
    `SELECT bill_id, encode(content_sha256, 'hex') AS sha256 FROM derive.similar_bill
     WHERE bill_id = ANY ($1::bigint[])`,
    [ids],
  )
  return new Map(rows.map(({ bill_id, sha256 }) => [bill_id, sha256]))
}

export async function writeBills(client: Queryable, bills: readonly StoredBill[]): Promise<void> {
  const rows = bills.map(({ bill_id, jurisdiction, content_sha256, is_thin, words, vector_key }) => ({
    bill_id,
    jurisdiction,
    content_sha256: content_sha256.toString('hex'),
    is_thin,
    terms: words.terms,
    weights: words.weights,
    vector_key: vector_key?.toString('hex') ?? null,
  }))
  await client.query(
    `INSERT INTO derive.similar_bill AS s
       (bill_id, jurisdiction, content_sha256, is_thin, terms, weights, vector_key)
     SELECT bill_id, jurisdiction, decode(content_sha256, 'hex'), is_thin, terms, weights, decode(vector_key, 'hex')
     FROM json_to_recordset($1::json) AS b (bill_id bigint, jurisdiction text, content_sha256 text, is_thin boolean,
       terms text[], weights smallint[], vector_key text)
     ON CONFLICT (bill_id) DO UPDATE SET jurisdiction = excluded.jurisdiction,
       content_sha256 = excluded.content_sha256, is_thin = excluded.is_thin, terms = excluded.terms,
       weights = excluded.weights, vector_key = excluded.vector_key`,
    [JSON.stringify(rows)],
  )
  const withVector = bills.flatMap(({ codes, ...bill }) => (codes === null ? [] : [{ ...bill, codes }]))
  await client.query(
    `INSERT INTO derive.bill_vector (bill_id, key, signs, is_thin)
     SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::varbit[], $4::boolean[])
     ON CONFLICT (bill_id) DO UPDATE SET key = excluded.key, signs = excluded.signs, is_thin = excluded.is_thin`,
    [
      withVector.map(({ bill_id }) => bill_id),
      withVector.map(({ vector_key }) => vector_key),
      withVector.map(({ codes }) => signText(codes)),
      withVector.map(({ is_thin }) => is_thin),
    ],
  )
}

export async function removeBills(client: Queryable, ids: readonly number[]): Promise<void> {
  for (const table of ['similar_bill', 'bill_vector', 'similar_list']) {
    await client.query(`DELETE FROM derive.${table} WHERE bill_id = ANY ($1::bigint[])`, [ids])
  }
}

export async function countBills(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ bills: number }>(
    'SELECT count(*) AS bills FROM derive.similar_bill',
  )
  return rows[0]!.bills
}

const BILLS_AT_ONCE = 5_000

type ProfileRow = {
  readonly bill_id: number
  readonly jurisdiction: string
  readonly is_thin: boolean
  readonly terms: readonly string[]
  readonly weights: readonly number[]
  readonly codes: Buffer | null
}

/** Reads what all bills are compared by, in the order of their ids. */
export async function* readProfiles(
  database: Queryable,
  embedder: string | null,
): AsyncGenerator<BillProfile> {
  for (let after = 0; ; ) {
    const { rows } = await database.query<ProfileRow>(
      `SELECT s.bill_id, s.jurisdiction, s.is_thin, s.terms, s.weights, v.codes
       FROM derive.similar_bill s LEFT JOIN derive.vector v ON v.embedder = $2 AND v.key = s.vector_key
       WHERE s.bill_id > $1 ORDER BY s.bill_id LIMIT ${BILLS_AT_ONCE}`,
      [after, embedder],
    )
    for (const { bill_id, jurisdiction, is_thin, terms, weights, codes } of rows) {
      const words = { terms, weights }
      yield { bill_id, jurisdiction, is_thin, words, codes: codes === null ? null : codesOf(codes) }
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.bill_id
  }
}
