import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { SummaryRow } from '../summary/summary-row.ts'

export type BillSummary = SummaryRow & { readonly bill_id: number }
type StoredSummary = Pick<BillSummary, 'bill_id' | 'source_sha256' | 'method_version'>

/** Reads what the stored summaries of these bills derive from. */
export async function readSummarySources(
  database: Queryable,
  bill_ids: readonly number[],
): Promise<ReadonlyMap<number, StoredSummary>> {
  const { rows } = await database.query<StoredSummary>(
    'SELECT bill_id, source_sha256, method_version FROM derive.bill_summary WHERE bill_id = ANY ($1::bigint[])',
    [bill_ids],
  )
  return new Map(rows.map((row) => [row.bill_id, row]))
}

export async function writeSummaries(client: Queryable, summaries: readonly BillSummary[]): Promise<void> {
  if (summaries.length === 0) return
  await client.query(
    `INSERT INTO derive.bill_summary (bill_id, source_sha256, text, meta, method, method_version)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::jsonb[], $5::text[], $6::integer[])
     ON CONFLICT (bill_id) DO UPDATE SET source_sha256 = excluded.source_sha256, text = excluded.text,
       meta = excluded.meta, method = excluded.method, method_version = excluded.method_version, updated_at = now()`,
    [
      summaries.map(({ bill_id }) => bill_id),
      summaries.map(({ source_sha256 }) => source_sha256),
      summaries.map(({ text }) => text),
      summaries.map(({ meta }) => JSON.stringify(meta)),
      summaries.map(({ method }) => method),
      summaries.map(({ method_version }) => method_version),
    ],
  )
}

/** Removes the summaries of bills that are not shown any more. */
export async function removeSummaries(client: Queryable, bill_ids: readonly number[]): Promise<void> {
  if (bill_ids.length === 0) return
  await client.query('DELETE FROM derive.bill_summary WHERE bill_id = ANY ($1::bigint[])', [bill_ids])
}
