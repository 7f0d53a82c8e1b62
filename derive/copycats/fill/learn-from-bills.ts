import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import type { BillComparer } from '../comparing/bill-comparer.ts'

/** Fewer texts say nothing about what is rare. */
const FEWEST_DOCUMENTS = 50
/** Texts of which a generation is learned. More of them change little. */
const MOST_DOCUMENTS = 5_000
/** With so many times more texts than it was learned from, a generation is replaced. */
const GROWTH = 4

/** Says if the texts that were compared have outgrown the generation that was learned from so many of them. */
export async function isOutgrown(database: Queryable, documents: number): Promise<boolean> {
  const { rows } = await database.query<{ texts: number }>(
    `SELECT count(*) AS texts FROM (
       SELECT FROM derive.compared_bill WHERE text IS NOT NULL LIMIT ${MOST_DOCUMENTS}) c`,
  )
  return rows[0]!.texts >= Math.max(FEWEST_DOCUMENTS, documents * GROWTH)
}

/** Learns from the texts of bills. It takes those with the lowest hashes, which are of all places and years. */
export async function learnFromBills(
  database: Queryable,
  comparer: BillComparer,
  { read_schema, number }: { readonly read_schema: string; readonly number: number },
): Promise<Uint8Array> {
  const texts = (await sampleTexts(database, read_schema)).map((text) => ({ ...text, marked_sha256: null }))
  return comparer.run('learn', { number, texts })
}

type SampledText = { readonly extracted_sha256: string; readonly media_type: string }

/** One text of each bill, since the versions of a bill share most of their words. */
async function sampleTexts(database: Queryable, read_schema: string): Promise<readonly SampledText[]> {
  const { rows } = await database.query<SampledText>(
    `SELECT extracted_sha256, media_type FROM (
       SELECT DISTINCT ON (v.bill_id) v.extracted_sha256, coalesce(v.item->'text'->>'media_type', '') AS media_type
       FROM ${read_schema}.bill_versions v
       WHERE v.kind = 'version' AND NOT v.deleted AND v.extracted_sha256 IS NOT NULL
       ORDER BY v.bill_id, v.extracted_sha256) one
     ORDER BY extracted_sha256 LIMIT ${MOST_DOCUMENTS}`,
  )
  return rows
}
