import { findAgencyByAcronym } from '../../schemas/federal-agencies.ts'
import type { Order } from '../cursor.ts'
import type { EntityId } from '../parameters.ts'
import type { Bindings } from './bindings.ts'
import type { Reading, ReadModel } from './live-schema.ts'
import { type Owner, ownerSelect } from './owner.ts'
import { PAGE_COLUMNS, type PageRequest, type PageRow, pageSelect } from './page-select.ts'

export type RegulationFilters = {
  readonly q?: string | undefined
  readonly agency?: string | undefined
  readonly type?: string | undefined
  readonly docket?: string | undefined
  readonly comment_state?: string | undefined
}
export type RegulationRow = PageRow & { readonly comment_state: string }
export type RegulationDetailRow = Owner & {
  readonly item: string
  readonly detail: string | null
  readonly comment_state: string
}

/**
 * Whether comments may be sent is a matter of the day on which it is asked, of the document's own dates, and of nothing
 * else: not of a link, not of its docket.
 */
const commentState = (table: string, today: string): string => `CASE
  WHEN ${table}.comment_closes_on IS NULL AND ${table}.comment_closed_on IS NULL THEN 'none'
  WHEN ${table}.comment_closed_on IS NOT NULL OR ${table}.comment_closes_on < ${today}::date
    OR coalesce(${table}.comment_opens_on, ${table}.publication_date) > ${today}::date
    OR ${table}.state = 'withdrawn' THEN 'closed'
  ELSE 'open' END`

/** As a document may have the agency: by what was asked for, and where that is its acronym, by its name and slug. */
function agencyWords(asked: string): string[] {
  const known = findAgencyByAcronym(asked.trim().toUpperCase())
  const words = known === undefined ? [asked] : [asked, known.slug, known.name]
  return words.map((word) => word.toLowerCase())
}

function filterConditions(filters: RegulationFilters, bind: Bindings['bind'], today: string): string[] {
  const conditions: string[] = []
  if (filters.agency !== undefined) {
    conditions.push(`t.agencies && ${bind(agencyWords(filters.agency))}::text[]`)
  }
  if (filters.docket !== undefined)
    conditions.push(`t.docket_ids @> ARRAY[${bind(filters.docket.toUpperCase())}::text]`)
  if (filters.comment_state !== undefined) {
    conditions.push(`${commentState('t', today)} = ${bind(filters.comment_state)}`)
    // Says nothing new, and lets the index by closing day find the few that are open.
    if (filters.comment_state === 'open') conditions.push(`t.comment_closes_on >= ${today}::date`)
  }
  return conditions
}

/** The numbers by which a document is cited, as a whole. */
const hasNumber = (q: string, bind: Bindings['bind'], table = 't'): string => {
  const number = bind(q.trim().toUpperCase())
  return `(${['document_ids', 'docket_ids', 'rins'].map((name) => `${table}.${name} @> ARRAY[${number}::text]`).join(' OR ')})`
}
const hasWords = (q: string, bind: Bindings['bind'], schema: string): string =>
  `t.id IN (SELECT w.id FROM ${schema}.regulation_words w WHERE w.words @@ websearch_to_tsquery('english', ${bind(q)}))`

/** A page of regulations. `q` is first taken as a number, and as words only where no document has it. */
export async function listRegulations(
  model: ReadModel,
  page: PageRequest,
  filters: RegulationFilters,
  today: string,
): Promise<Reading<RegulationRow> & { order: Order }> {
  const { q } = filters
  const read = (order: Order, search?: (bind: Bindings['bind'], schema: string) => string) =>
    model.read<RegulationRow>((schema, bind) => {
      const day = bind(today)
      const conditions = filterConditions(filters, bind, day)
      if (search !== undefined) conditions.push(search(bind, schema))
      return pageSelect({ ...page, order }, bind, {
        columns: `${PAGE_COLUMNS}, t.ocd_id, ${commentState('t', day)} AS comment_state`,
        from: `${schema}.regulations`,
        conditions,
        lead: filters.type === undefined ? undefined : { column: 't.type', value: filters.type },
      })
    })

  if (q === undefined) return { ...(await read(page.order)), order: page.order }
  if (page.order === 'changes') {
    const either = (bind: Bindings['bind'], schema: string) => `CASE
      WHEN EXISTS (SELECT FROM ${schema}.regulations r WHERE ${hasNumber(q, bind, 'r')})
      THEN ${hasNumber(q, bind)} ELSE ${hasWords(q, bind, schema)} END`
    return { ...(await read('changes', either)), order: 'changes' }
  }
  if (page.after === undefined || page.order === 'identifier') {
    const found = await read('identifier', (bind) => hasNumber(q, bind))
    if (found.rows.length > 0 || page.after !== undefined) return { ...found, order: 'identifier' }
  }
  return { ...(await read('text', (bind, schema) => hasWords(q, bind, schema))), order: 'text' }
}

export async function readRegulation(
  model: ReadModel,
  which: EntityId,
  today: string,
): Promise<RegulationDetailRow | undefined> {
  const { rows } = await model.read<RegulationDetailRow>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      name: 'regulations',
      type: 'regulation',
      columns: `, o.item::text AS item, ${commentState('o', bind(today))} AS comment_state`,
    })
    return `
      SELECT owner.*, (
        SELECT d.detail::text FROM ${schema}.regulation_details d WHERE d.regulation_id = owner.id
      ) AS detail FROM ${owner} owner`
  })
  return rows[0]
}
