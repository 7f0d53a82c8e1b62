import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import type { SharedText } from '../passages/shared-text.ts'

/** What a bill shares with a model, or with another bill. */
export type SharedRow = {
  readonly bill_id: number
  readonly source: 'model' | 'bill'
  readonly other_id: number
  /** Further models that have the same passages. */
  readonly family: readonly number[]
  readonly shared: SharedText
}

/** Replaces all rows of these bills, in both directions. */
export async function replaceShared(
  client: Queryable,
  bill_ids: readonly number[],
  rows: readonly SharedRow[],
): Promise<void> {
  await client.query('DELETE FROM derive.shared_text WHERE bill_id = ANY ($1::bigint[])', [bill_ids])
  await client.query(
    "DELETE FROM derive.shared_text WHERE source = 'bill' AND other_id = ANY ($1::bigint[])",
    [bill_ids],
  )
  await client.query(
    `INSERT INTO derive.shared_text (bill_id, source, other_id, matched_words, family, shared)
     SELECT bill_id, source, other_id, matched_words, family::bigint[], shared
     FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::integer[], $5::text[], $6::json[])
       AS s (bill_id, source, other_id, matched_words, family, shared)`,
    [
      rows.map(({ bill_id }) => bill_id),
      rows.map(({ source }) => source),
      rows.map(({ other_id }) => other_id),
      rows.map(({ shared }) => shared.matched_words),
      rows.map(({ family }) => `{${family.join(',')}}`),
      rows.map(({ shared }) => JSON.stringify(shared)),
    ],
  )
}
