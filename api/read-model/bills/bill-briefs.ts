import { dayOrInfinity } from '../../paging/page-select.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { wordsQuery } from '../ranking/word-matches.ts'

export type BillBrief = {
  /** The requested id; it differs if that entity was merged into this one. */
  readonly asked_id: number
  readonly id: number
  readonly ocd_id: string
  readonly jurisdiction: string
  readonly session: string
  readonly identifier: string | null
  readonly title: string | null
}

/**
 * Reads short forms of bills by one of their ids. For a merged bill it gives the remaining one. Unknown ids
 * are left out.
 */
export async function readBillBriefs(
  model: ReadModel,
  which: { readonly ids: readonly number[] } | { readonly ocd_id: string },
): Promise<BillBrief[]> {
  const { rows } = await model.read<BillBrief>((schema, bind) => {
    const named =
      'ids' in which ? `e.id = ANY(${bind(which.ids)}::bigint[])` : `e.ocd_id = ${bind(which.ocd_id)}`
    return `SELECT e.id AS asked_id, b.id, b.ocd_id, b.jurisdiction, b.session, b.identifier, b.title
      FROM ${schema}.entity e JOIN ${schema}.bills b ON b.id = coalesce(e.replaced_by, e.id)
      WHERE ${named} AND e.entity_type = 'bill' AND b.present AND NOT b.deleted`
  })
  return rows
}

/**
 * Reads the newest bills whose title, numbers, subjects or abstracts contain the words of `q`: those
 * introduced last.
 */
export async function readBillsAbout(
  model: ReadModel,
  wanted: { readonly q: string; readonly jurisdictions?: readonly string[]; readonly limit: number },
): Promise<number[]> {
  const { q, jurisdictions, limit } = wanted
  const { rows } = await model.read<{ id: number }>(
    (schema, bind) => {
      const place =
        jurisdictions === undefined ? '' : `AND w.jurisdiction = ANY(${bind(jurisdictions)}::text[])`
      return `SELECT w.id FROM ${schema}.bill_words w
        WHERE w.words @@ ${wordsQuery(q, bind)} ${place}
        ORDER BY ${dayOrInfinity('w.entered_on')} DESC, w.id DESC LIMIT ${bind(limit)}`
    },
    { custom_plan: true },
  )
  return rows.map(({ id }) => id)
}
