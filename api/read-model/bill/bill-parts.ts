import type { EntityId } from '../../input/parameters.ts'
import { ITEM_WEIGHT, type PageRequest, type PageRow, pageSelect } from '../../paging/page-select.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import type { Feed, ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'
import { BILL_OWNER } from './bill.ts'

export type BillOwner = Owner & {
  readonly jurisdiction: string
  readonly session: string
  readonly chamber: string | null
}
/** Rows of a part of one bill, and the bill itself; undefined if no bill has that id. */
export type PartReading<R> = {
  readonly feed: Feed
  readonly owner: BillOwner | undefined
  readonly rows: readonly R[]
}
export type ActionRow = PageRow & { day: string; first_sequence: string; place: number }
export type ListedRow = PageRow & { position: number }
export type SponsorRow = ListedRow & { name: string; part_chamber: string | null }

const PART_COLUMNS = 't.id AS part_id, t.item::text AS item, t.deleted, t.updated_at, t.seq::text AS seq'

type PartSelect = {
  readonly page: PageRequest
  readonly columns?: string
  readonly from: (schema: string) => string
  readonly weight?: string
  /** Adds columns to the rows of the page that are not read for any other row. */
  readonly finish?: (rows: string, schema: string) => string
}

/** Reads the bill and a page of its part in one statement. `from` may name `owner.id`. */
export async function readPart<R extends PageRow>(
  model: ReadModel,
  which: EntityId,
  part: PartSelect,
): Promise<PartReading<R>> {
  type Joined = BillOwner & R & { part_id: R['id'] | null; part_ocd_id?: string }
  const { feed, rows } = await model.read<Joined>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      ...BILL_OWNER,
      columns: ', o.jurisdiction, o.session, o.chamber',
    })
    return `SELECT owner.*, part.* FROM ${owner} owner LEFT JOIN LATERAL (${partSelect(part, schema, bind)}) part
      ON owner.replaced_by IS NULL AND NOT owner.owner_deleted`
  })
  const owner = rows[0]
  return {
    feed,
    owner,
    rows: rows
      .filter((row) => row.part_id !== null)
      // The ids of the bill, which every row has, are replaced by those of the part.
      .map(({ ocd_id: _, ...row }) => ({ ...row, id: row.part_id, ...ocdIdOf(row) }) as unknown as R),
  }
}

const ocdIdOf = ({ part_ocd_id }: { part_ocd_id?: string | undefined }) =>
  part_ocd_id === undefined ? {} : { ocd_id: part_ocd_id }

function partSelect(part: PartSelect, schema: string, bind: Bindings['bind']): string {
  const rows = pageSelect(part.page, bind, {
    columns: `${PART_COLUMNS}${part.columns ?? ''}`,
    from: part.from(schema),
    conditions: [],
    weight: part.weight ?? ITEM_WEIGHT,
  })
  return part.finish === undefined ? rows : part.finish(rows, schema)
}

/**
 * `place` counts the actions from 1, oldest first. It is computed, because sources list them in any order.
 */
export const readActions = (model: ReadModel, which: EntityId, page: PageRequest) =>
  readPart<ActionRow>(model, which, {
    page,
    columns: `, coalesce(t.day, '-infinity')::text AS day, t.first_sequence::text AS first_sequence`,
    from: (schema) => `(SELECT a.* FROM ${schema}.bill_actions a WHERE a.bill_id = owner.id)`,
    // The places are counted separately, without the items, because a bill may have tens of thousands of
    // actions.
    finish: (rows, schema) => `
      SELECT r.*, k.place FROM (${rows}) r JOIN (
        SELECT a.id, (row_number() OVER (PARTITION BY a.deleted ORDER BY a.day NULLS FIRST, a.first_sequence, a.id))::integer AS place
        FROM ${schema}.bill_actions a WHERE a.bill_id = owner.id
      ) k ON k.id = r.part_id ORDER BY r.page_place`,
  })

export const readSponsors = (model: ReadModel, which: EntityId, page: PageRequest) =>
  readPart<SponsorRow>(model, which, {
    page,
    columns: `, t.position, t.name, t.item->>'chamber' AS part_chamber`,
    from: (schema) => `(SELECT p.* FROM ${schema}.bill_sponsors p WHERE p.bill_id = owner.id)`,
  })

/** Versions first, then documents. */
const DOCUMENTS_FROM = 1_000_000
export const readVersions = (model: ReadModel, which: EntityId, page: PageRequest) =>
  readPart<ListedRow>(model, which, {
    page,
    columns: ', t.position',
    from: (schema) => `(
      SELECT p.id, p.item, p.deleted, p.updated_at, p.seq,
             p.position + CASE p.kind WHEN 'document' THEN ${DOCUMENTS_FROM} ELSE 0 END AS position
      FROM ${schema}.bill_versions p WHERE p.bill_id = owner.id)`,
  })
