import { wordsOfName } from '../../../projections/projectors/content/name-words.ts'
import type { EntityId } from '../../input/parameters.ts'
import {
  ITEM_WEIGHT,
  PAGE_COLUMNS,
  type PageRequest,
  type PageRow,
  pageSelect,
} from '../../paging/page-select.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import type { Reading, ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'

export type PersonFilters = {
  readonly q?: string | undefined
  readonly name?: string | undefined
  readonly jurisdiction?: string | undefined
  readonly chamber?: string | undefined
  readonly district?: string | undefined
  readonly party?: string | undefined
  readonly current?: boolean | undefined
  readonly committee?: EntityId | undefined
}
/** `in_office`: true if the role of the row is current. */
export type PersonRow = PageRow & { readonly in_office: boolean; readonly detail?: string | null }
export type PersonDetailRow = Owner & {
  readonly item: string
  readonly detail: string | null
  readonly in_office: boolean
  readonly committees: string | null
}

export const inOffice = (table: string, today: string): string =>
  `(${table}.chamber IS NOT NULL AND (${table}.role_ends_on IS NULL OR ${table}.role_ends_on >= ${today}::date))`

/** A row does not depend on the clock, so the last day of a role shows if it is still current. */
export function listPeople(
  model: ReadModel,
  page: PageRequest,
  filters: PersonFilters,
  options: { readonly today: string; readonly with_details: boolean },
): Promise<Reading<PersonRow>> {
  return model.read<PersonRow>((schema, bind) => {
    const isInOffice = inOffice('t', bind(options.today))
    const details = options.with_details ? ', t.detail::text AS detail' : ''
    const { chamber, district, current, jurisdiction } = filters
    const conditions: string[] = []
    if (chamber !== undefined) conditions.push(`t.chamber = ${bind(chamber)} AND ${isInOffice}`)
    if (district !== undefined) conditions.push(`t.district = ${bind(district)} AND ${isInOffice}`)
    if (current !== undefined) conditions.push(current ? isInOffice : `NOT ${isInOffice}`)
    if (filters.party !== undefined) conditions.push(`lower(t.party) = lower(${bind(filters.party)})`)
    if (filters.committee !== undefined) {
      conditions.push(`t.id = ANY (ARRAY(${membersOf(schema, bind, filters.committee)}))`)
    }
    for (const words of [filters.q, filters.name]) {
      if (words !== undefined) conditions.push(isNamed(schema, words, bind))
    }
    return pageSelect(page, bind, {
      columns: `${PAGE_COLUMNS}, t.ocd_id, ${isInOffice} AS in_office${details}`,
      from: `${schema}.people`,
      conditions,
      lead: jurisdiction === undefined ? undefined : { column: 't.jurisdiction', value: jurisdiction },
      weight: options.with_details ? `${ITEM_WEIGHT} + coalesce(octet_length(q.detail), 0)` : ITEM_WEIGHT,
    })
  })
}

/**
 * Each word must begin one of the person's words. A text without letters or digits matches no person. The
 * index is queried separately; otherwise a page in the order of ids would test one person after the other.
 */
function isNamed(schema: string, options: string, bind: Bindings['bind']): string {
  const words = wordsOfName(options).slice(0, 8)
  if (words.length === 0) return 'false'
  const beginnings = words.map((word) => `${word}:*`).join(' & ')
  return `t.id = ANY (ARRAY(
    SELECT n.id FROM ${schema}.people n
    WHERE to_tsvector('simple', n.name_words) @@ to_tsquery('simple', ${bind(beginnings)})))`
}

/** Ids of the members of a committee; a merged person counts under the remaining id. */
function membersOf(schema: string, bind: Bindings['bind'], committee: EntityId): string {
  const is = 'id' in committee ? `c.id = ${bind(committee.id)}` : `c.ocd_id = ${bind(committee.ocd_id)}`
  return `
    SELECT coalesce(e.replaced_by, e.id) FROM ${schema}.committees c
    CROSS JOIN LATERAL json_to_recordset(c.memberships) AS m(person_ocd_id text)
    JOIN ${schema}.entity e ON e.ocd_id = m.person_ocd_id
    WHERE ${is} AND NOT c.deleted`
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
      SELECT owner.*, (SELECT m.committees FROM (${memberships(schema, 'SELECT owner.id')}) m) AS committees
      FROM ${owner} owner`
  })
  return rows[0]
}

/** Reads the committees of people in one statement: ready JSON for each person who is in one. */
export async function readCommittees(
  model: ReadModel,
  personIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (personIds.length === 0) return new Map()
  const { rows } = await model.read<{ id: number; committees: string }>((schema, bind) =>
    memberships(schema, `SELECT unnest(${bind(personIds)}::bigint[])`),
  )
  return new Map(rows.map(({ id, committees }) => [id, committees]))
}

/** Selects `id` and `committees` of the people whose ids `ids` selects: committees of the places where they have roles. */
const memberships = (schema: string, ids: string): string => `
  WITH asked AS (
    SELECT q.id, q.ocd_id, q.detail FROM ${schema}.people q WHERE q.id IN (${ids})
  ), named AS (
    SELECT id, ocd_id FROM asked
    UNION ALL SELECT e.replaced_by, e.ocd_id FROM ${schema}.entity e WHERE e.replaced_by IN (SELECT id FROM asked)
  ), placed AS (
    SELECT DISTINCT a.id, r->>'jurisdiction' AS jurisdiction
    FROM asked a CROSS JOIN LATERAL json_array_elements(a.detail::json->'roles') r
  )
  SELECT named.id, json_agg(json_build_object('id', c.id, 'ocd_id', c.ocd_id, 'name', c.name,
      'classification', c.classification, 'chamber', c.chamber, 'role', m.role,
      'start_date', m.start_date, 'end_date', m.end_date) ORDER BY c.name, c.id)::text AS committees
  FROM ${schema}.committees c
  CROSS JOIN LATERAL json_to_recordset(c.memberships)
    AS m(role text, person_ocd_id text, start_date text, end_date text)
  JOIN named ON named.ocd_id = m.person_ocd_id
  JOIN placed ON placed.id = named.id AND placed.jurisdiction = c.jurisdiction
  WHERE NOT c.deleted AND c.jurisdiction IN (SELECT jurisdiction FROM placed)
  GROUP BY named.id`
