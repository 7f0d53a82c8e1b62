import type { EntityId } from '../parameters.ts'
import type { Reading, ReadModel } from './live-schema.ts'
import { type Owner, ownerSelect } from './owner.ts'
import { PAGE_COLUMNS, type PageRequest, type PageRow, pageSelect } from './page-select.ts'

export type PersonFilters = {
  readonly q?: string | undefined
  readonly jurisdiction?: string | undefined
  readonly chamber?: string | undefined
  readonly district?: string | undefined
  readonly party?: string | undefined
}
/** `in_office`: whether the role of the row is still held. */
export type PersonRow = PageRow & { readonly in_office: boolean }
export type PersonDetailRow = Owner & {
  readonly item: string
  readonly detail: string | null
  readonly in_office: boolean
  readonly committees: readonly {
    readonly id: number
    readonly ocd_id: string
    readonly name: string
    readonly classification: string
    readonly chamber: string | null
    readonly role: string
    readonly start_date: string | null
    readonly end_date: string | null
  }[]
}

const inOffice = (table: string, today: string): string =>
  `(${table}.chamber IS NOT NULL AND (${table}.role_ends_on IS NULL OR ${table}.role_ends_on >= ${today}::date))`

/** A row knows no clock: whether a role is still held is asked of its last day. */
export function listPeople(
  model: ReadModel,
  page: PageRequest,
  filters: PersonFilters,
  today: string,
): Promise<Reading<PersonRow>> {
  return model.read<PersonRow>((schema, bind) => {
    const held = inOffice('t', bind(today))
    const conditions: string[] = []
    if (filters.jurisdiction !== undefined) conditions.push(`t.jurisdiction = ${bind(filters.jurisdiction)}`)
    if (filters.chamber !== undefined) conditions.push(`t.chamber = ${bind(filters.chamber)} AND ${held}`)
    if (filters.district !== undefined) conditions.push(`t.district = ${bind(filters.district)} AND ${held}`)
    if (filters.party !== undefined) conditions.push(`lower(t.party) = lower(${bind(filters.party)})`)
    for (const word of wordsOf(filters.q)) conditions.push(`t.name ILIKE ${bind(`%${word}%`)}`)
    return pageSelect(page, bind, {
      columns: `${PAGE_COLUMNS}, t.ocd_id, ${held} AS in_office`,
      from: `${schema}.people`,
      conditions,
    })
  })
}

/** Words of a name, with the signs that LIKE gives a meaning taken literally. */
export function wordsOf(q: string | undefined): string[] {
  return (q ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8)
    .map((word) => word.replace(/[\\%_]/g, '\\$&'))
}

export async function readPerson(
  model: ReadModel,
  which: EntityId,
  today: string,
): Promise<PersonDetailRow | undefined> {
  const { rows } = await model.read<PersonDetailRow>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      name: 'people',
      type: 'person',
      columns: `, o.item::text AS item, o.detail::text AS detail, ${inOffice('o', bind(today))} AS in_office`,
    })
    return `
      SELECT owner.*, coalesce((
        SELECT json_agg(json_build_object('id', c.id, 'ocd_id', c.ocd_id, 'name', c.name,
            'classification', c.classification, 'chamber', c.chamber, 'role', m.role,
            'start_date', m.start_date, 'end_date', m.end_date) ORDER BY c.name, c.id)
        FROM ${schema}.committees c
        CROSS JOIN LATERAL json_to_recordset(c.memberships)
          AS m(role text, person_ocd_id text, start_date text, end_date text)
        WHERE NOT c.deleted AND m.person_ocd_id = owner.ocd_id
          AND c.jurisdiction IN (SELECT r->>'jurisdiction' FROM json_array_elements(owner.detail::json->'roles') r)
      ), '[]') AS committees
      FROM ${owner} owner`
  })
  return rows[0]
}
