import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import type { BillMatter } from '../source/bill-matter.ts'

export type ShownBill = {
  readonly bill_id: number
  readonly jurisdiction: string
  /** null if the bill was removed, or only votes have named it so far. */
  readonly matter: BillMatter | null
}

type Row = {
  readonly id: number
  readonly is_shown: boolean
  readonly jurisdiction: string
  readonly title: string | null
  readonly subjects: readonly string[]
  readonly classification: readonly string[]
  readonly abstracts: readonly { readonly abstract: string }[] | null
}

/** Reads what bills are compared by from a read schema. */
export async function readMatters(
  database: Queryable,
  schema: string,
  ids: readonly number[],
): Promise<ShownBill[]> {
  const { rows } = await database.query<Row>(
    `SELECT b.id, b.present AND NOT b.deleted AS is_shown, b.jurisdiction, b.title, b.subjects, b.classification,
       (SELECT d.detail->'abstracts' FROM ${schema}.bill_details d WHERE d.bill_id = b.id) AS abstracts
     FROM ${schema}.bills b WHERE b.id = ANY ($1::bigint[]) ORDER BY b.id`,
    [ids],
  )
  return rows.map(({ id, is_shown, jurisdiction, title, subjects, classification, abstracts }) => ({
    bill_id: id,
    jurisdiction,
    matter: is_shown
      ? {
          title: title ?? '',
          subjects,
          classification,
          abstracts: (abstracts ?? []).map(({ abstract }) => abstract),
        }
      : null,
  }))
}
