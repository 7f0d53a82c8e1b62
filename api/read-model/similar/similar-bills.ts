import { type ListRow, listsOfRow, type StoredLists } from '../../../derive/similar/tables/stored-lists.ts'
import { currentTextOf } from '../../../derive/summary/bill-source.ts'
import type { EntityId } from '../../input/parameters.ts'
import { withDerivedTables } from '../../read-schema/derived-tables.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'
import { BILL_OWNER } from '../bill/bill.ts'

/** The facts of a bill that decide its relation to another bill. */
export type ComparedBill = {
  readonly jurisdiction: string
  readonly session: string
  readonly chamber: string | null
  readonly title: string | null
  readonly subjects: readonly string[]
  readonly updated_at: string
  /** Hash of its current text. */
  readonly text_sha256: string | null
}

type OwnerRow = Owner & ComparedBill

const COMPARED_COLUMNS = ['jurisdiction', 'session', 'chamber', 'title', 'subjects', 'updated_at']
const comparedColumns = (schema: string, bill: string): string => `
  ${COMPARED_COLUMNS.map((column) => `${bill}.${column}`).join(', ')},
  (${currentTextOf(schema, bill)})::json->>'extracted_sha256' AS text_sha256`

/** Reads a bill that is compared with others. */
export async function readCompared(model: ReadModel, which: EntityId) {
  const { feed, rows } = await model.read<OwnerRow>((schema, bind) => {
    const columns = `, ${comparedColumns(schema, 'o')}`
    return `SELECT owner.* FROM ${ownerSelect(schema, bind, which, { ...BILL_OWNER, columns })} owner`
  })
  return { feed, owner: rows[0] }
}

/** What is stored about the similar bills of one bill. */
export type StoredSimilar = {
  /** null: words alone. */
  readonly embedder: string | null
  readonly terms: readonly string[]
  /** undefined: not made yet. */
  readonly lists: StoredLists | undefined
}

type StoredRow = Omit<ListRow, 'bill_id'> & {
  readonly id: number
  readonly embedder: string | null
  readonly terms: readonly string[] | null
  readonly bill_id: number | null
}

/** undefined while this server makes no lists of similar bills. */
export async function readStoredSimilar(model: ReadModel, id: number): Promise<StoredSimilar | undefined> {
  const found = await withDerivedTables(() =>
    model.read<StoredRow>(
      (_, bind) => `
        SELECT 1 AS id, p.embedder, s.terms, l.* FROM derive.similar_position p
        LEFT JOIN derive.similar_bill s ON s.bill_id = ${bind(id)}::bigint
        LEFT JOIN derive.similar_list l ON l.bill_id = s.bill_id`,
    ),
  )
  const row = found?.rows[0]
  if (row === undefined) return undefined
  const { bill_id, embedder, terms } = row
  return {
    ...{ embedder, terms: terms ?? [] },
    lists: bill_id === null ? undefined : listsOfRow({ ...row, bill_id }),
  }
}

export type NeighborBill = ComparedBill & {
  readonly id: number
  readonly ocd_id: string
  readonly identifier: string | null
  readonly status: string | null
  readonly terms: readonly string[] | null
  /** Relations that the source of one of the two bills names. */
  readonly relations: readonly string[]
}

/** Reads the bills of a list. Those that were removed since then are left out. */
export async function readNeighbors(
  model: ReadModel,
  id: number,
  ids: readonly number[],
): Promise<readonly NeighborBill[]> {
  const { rows } = await model.read<NeighborBill>((schema, bind) => {
    const named = `FROM ${schema}.related_bills r WHERE NOT r.deleted`
    return `
      SELECT b.id, b.ocd_id, b.identifier, b.status, s.terms, ${comparedColumns(schema, 'b')},
        CASE WHEN b.jurisdiction = me.jurisdiction THEN ARRAY(
          SELECT r.item->>'relation_type' ${named} AND r.bill_id = me.id
            AND r.session = b.session AND r.identifier_key = b.identifier_key
          UNION
          SELECT r.item->>'relation_type' ${named} AND r.bill_id = b.id
            AND r.session = me.session AND r.identifier_key = me.identifier_key
        ) ELSE '{}' END AS relations
      FROM ${schema}.bills me JOIN ${schema}.bills b ON b.id = ANY (${bind(ids)}::bigint[])
      LEFT JOIN derive.similar_bill s ON s.bill_id = b.id
      WHERE me.id = ${bind(id)}::bigint AND b.present AND NOT b.deleted`
  })
  return rows
}
