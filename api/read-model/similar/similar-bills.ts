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
/** The columns of a compared bill. */
export const comparedColumns = (schema: string, bill: string): string => `
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
    embedder,
    terms: terms ?? [],
    lists: bill_id === null ? undefined : listsOfRow({ ...row, bill_id }),
  }
}

export type NeighborBill = ComparedBill & {
  readonly id: number
  readonly ocd_id: string
  readonly identifier: string | null
  readonly status: string | null
  readonly terms: readonly string[] | null
  /** The beginning of the longest stretch that the current texts of both bills have; null if none is known. */
  readonly shared_passage: string | null
  /** Relations that the source of one of the two bills names. */
  readonly relations: readonly string[]
}

/** Reads the bills of a list. Those that were removed since then are left out. */
export async function readNeighbors(
  model: ReadModel,
  bill: { readonly id: number; readonly text_sha256: string | null },
  ids: readonly number[],
): Promise<readonly NeighborBill[]> {
  const [rows, passages] = await Promise.all([
    readNeighborRows(model, bill.id, ids),
    readPassages(model, bill.id, ids),
  ])
  return rows.map((row) => {
    const passage = passages.get(row.id)
    const isCurrent = passage?.here === bill.text_sha256 && passage.there === row.text_sha256
    return { ...row, shared_passage: isCurrent ? passage.excerpt : null }
  })
}

type Passage = {
  readonly id: number
  readonly excerpt: string
  /** Hashes of the two texts that were compared. */
  readonly here: string | null
  readonly there: string | null
}

/** Reads the longest stretch that a bill shares with each of these bills. Empty while no texts are compared. */
async function readPassages(
  model: ReadModel,
  id: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Passage>> {
  const found = await withDerivedTables(() =>
    model.read<Passage>(
      (_, bind) => `
        SELECT h.other_id AS id, longest.excerpt, mine.text->>'extracted_sha256' AS here,
          theirs.text->>'extracted_sha256' AS there
        FROM derive.shared_text h
        JOIN derive.compared_bill mine ON mine.bill_id = h.bill_id AND mine.basis <> ''
        JOIN derive.compared_bill theirs ON theirs.bill_id = h.other_id AND theirs.basis <> ''
        CROSS JOIN LATERAL (
          SELECT s.span->>'excerpt' AS excerpt FROM json_array_elements(h.shared->'spans') s (span)
          ORDER BY (s.span->'this'->>'end')::int - (s.span->'this'->>'start')::int DESC LIMIT 1
        ) longest
        WHERE h.bill_id = ${bind(id)}::bigint AND h.source = 'bill' AND h.other_id = ANY (${bind(ids)}::bigint[])`,
    ),
  )
  return new Map(found?.rows.map((passage) => [passage.id, passage]))
}

type NeighborRow = Omit<NeighborBill, 'shared_passage'>

/** Reads bills that are compared with a bill, without the text that they share. */
export async function readNeighborRows(
  model: ReadModel,
  id: number,
  ids: readonly number[],
): Promise<readonly NeighborRow[]> {
  const { rows } = await model.read<NeighborRow>((schema, bind) => {
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
