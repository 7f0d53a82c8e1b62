import { organizationNameKey } from '../../../schemas/values/organization-name.ts'
import type { EntityId } from '../../input/parameters.ts'
import {
  ITEM_WEIGHT,
  PAGE_COLUMNS,
  type PageRequest,
  type PageRow,
  pageSelect,
} from '../../paging/page-select.ts'
import type { Feed, Reading, ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'

const tables = {
  advocacy_organization: 'advocacy_organizations',
  lobbying_filing: 'lobbying_filings',
  bill: 'bills',
} as const

export type OrganizationFilters = {
  readonly jurisdiction?: string | undefined
  readonly type?: string | undefined
  readonly name?: string | undefined
  readonly identifier?: string | undefined
}

export function listOrganizations(
  model: ReadModel,
  page: PageRequest,
  { jurisdiction, type, name, identifier }: OrganizationFilters,
): Promise<Reading<PageRow>> {
  return model.read<PageRow>((schema, bind) => {
    const conditions: string[] = []
    if (type !== undefined) conditions.push(`t.type = ${bind(type)}`)
    if (name !== undefined) conditions.push(`t.name_key = ${bind(organizationNameKey(name))}`)
    if (identifier !== undefined) conditions.push(`t.identifiers @> ARRAY[${bind(identifier)}]`)
    return pageSelect(page, bind, {
      columns: `${PAGE_COLUMNS}, t.ocd_id`,
      from: `${schema}.advocacy_organizations`,
      conditions,
      lead: jurisdiction === undefined ? undefined : { column: 't.jurisdiction', value: jurisdiction },
      weight: ITEM_WEIGHT,
    })
  })
}

export type FilingFilters = {
  readonly year?: number | undefined
  readonly kind?: string | undefined
  readonly issue_code?: string | undefined
}

export function listFilings(
  model: ReadModel,
  page: PageRequest,
  { year, kind, issue_code }: FilingFilters,
): Promise<Reading<PageRow>> {
  return model.read<PageRow>((schema, bind) => {
    const conditions: string[] = []
    if (year !== undefined) conditions.push(`t.year = ${bind(year)}`)
    if (kind !== undefined) conditions.push(`t.kind = ${bind(kind)}`)
    if (issue_code !== undefined) conditions.push(`t.issue_codes @> ARRAY[${bind(issue_code.toUpperCase())}]`)
    return pageSelect(page, bind, {
      columns: `${PAGE_COLUMNS}, t.ocd_id`,
      from: `${schema}.lobbying_filings`,
      conditions,
      weight: ITEM_WEIGHT,
    })
  })
}

export type ItemRow = Owner & { readonly item: string }

/** undefined if there is none. */
export async function readOne(
  model: ReadModel,
  which: EntityId,
  type: 'advocacy_organization' | 'lobbying_filing',
): Promise<ItemRow | undefined> {
  const { rows } = await model.read<ItemRow>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      name: tables[type],
      type,
      columns: ', o.item::text AS item',
    })
    return `SELECT owner.* FROM ${owner} owner`
  })
  return rows[0]
}

export type PartReading = {
  readonly feed: Feed
  readonly owner: Owner | undefined
  readonly rows: readonly PageRow[]
}

/**
 * Its filings as registrant or client, also those under the ids of organizations that were merged into it. Their ids are
 * found first, each side by its index: with OR, or with the order of the page, Postgres would walk all filings.
 */
export const readFilingsOf = (model: ReadModel, which: EntityId, page: PageRequest) =>
  readParts(model, which, page, {
    type: 'advocacy_organization',
    from: (schema) =>
      `(SELECT f.* FROM ${schema}.lobbying_filings f WHERE f.id = ANY (ARRAY (
        SELECT c.id FROM ${schema}.lobbying_filings c WHERE c.client_ocd_id IN (${idsOfOwner(schema)})
        UNION ALL
        SELECT r.id FROM ${schema}.lobbying_filings r WHERE r.registrant_ocd_id IN (${idsOfOwner(schema)}))))`,
  })

export const readPositionsOf = (model: ReadModel, which: EntityId, page: PageRequest) =>
  readParts(model, which, page, {
    type: 'advocacy_organization',
    from: (schema) =>
      `(SELECT p.* FROM ${schema}.advocacy_positions p WHERE p.organization_ocd_id IN (${idsOfOwner(schema)}))`,
  })

/** Positions on a bill, also those under its former ids. */
export const readPositionsOnBill = (model: ReadModel, which: EntityId, page: PageRequest) =>
  readParts(model, which, page, {
    type: 'bill',
    visible: 'o.present',
    from: (schema) =>
      `(SELECT p.* FROM ${schema}.advocacy_positions p WHERE p.bill_ocd_id IN (${idsOfOwner(schema)}))`,
  })

const idsOfOwner = (schema: string): string =>
  `SELECT owner.ocd_id UNION ALL SELECT k.ocd_id FROM ${schema}.entity k WHERE k.replaced_by = owner.id`

const PART =
  't.id AS part_id, t.ocd_id AS part_ocd_id, t.item::text AS item, t.deleted, t.updated_at, t.seq::text AS seq'

async function readParts(
  model: ReadModel,
  which: EntityId,
  page: PageRequest,
  part: {
    readonly type: 'advocacy_organization' | 'bill'
    readonly visible?: string
    readonly from: (schema: string) => string
  },
): Promise<PartReading> {
  type Joined = Owner & PageRow & { part_id: number | null; part_ocd_id: string }
  const { feed, rows } = await model.read<Joined>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      name: tables[part.type],
      type: part.type,
      visible: part.visible ?? 'true',
    })
    const select = pageSelect(page, bind, {
      columns: PART,
      from: part.from(schema),
      conditions: [],
      weight: ITEM_WEIGHT,
    })
    return `SELECT owner.*, part.* FROM ${owner} owner
      LEFT JOIN LATERAL (${select}) part ON owner.replaced_by IS NULL AND NOT owner.owner_deleted`
  })
  return {
    feed,
    owner: rows[0],
    rows: rows.flatMap((row) =>
      row.part_id === null ? [] : [{ ...row, id: row.part_id, ocd_id: row.part_ocd_id }],
    ),
  }
}
