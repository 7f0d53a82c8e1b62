import { identifierKey } from '../../projections/bill-content.ts'
import type { Order } from '../cursor.ts'
import type { EntityId } from '../parameters.ts'
import type { Bindings } from './bindings.ts'
import type { Reading, ReadModel } from './live-schema.ts'
import { type Owner, ownerSelect } from './owner.ts'
import { type Lead, PAGE_COLUMNS, type PageRequest, type PageRow, pageSelect } from './page-select.ts'

export type BillFilters = {
  readonly q?: string | undefined
  readonly jurisdiction?: string | undefined
  readonly session?: string | undefined
  readonly subject?: string | undefined
  readonly status?: string | undefined
}
export type BillRow = PageRow & { readonly latest_action: string | null }

export type BillDetailRow = Owner & {
  readonly item: string
  readonly detail: string | null
  readonly progress: string | null
  readonly latest_action: string | null
  readonly related_bills: string | null
  readonly actions: number
  readonly sponsors: number
  readonly votes: number
  readonly versions: number
  readonly documents: number
}

/** What of `owner` the parts of a bill need to know. */
export const BILL_OWNER = { name: 'bills', type: 'bill', visible: 'o.present' }

/** The filter by whose index a page is read; the others hold for its rows. */
function leadOf({ jurisdiction, session, status }: BillFilters): Lead | undefined {
  if (jurisdiction !== undefined && session !== undefined) return { column: 't.session', value: session }
  if (jurisdiction !== undefined) return { column: 't.jurisdiction', value: jurisdiction }
  return status === undefined ? undefined : { column: 't.status', value: status }
}

function filterConditions(filters: BillFilters, bind: Bindings['bind']): string[] {
  const conditions = ['t.present']
  const lead = leadOf(filters)?.column
  for (const name of ['jurisdiction', 'session', 'status'] as const) {
    const value = filters[name]
    if (value !== undefined && lead !== `t.${name}`) conditions.push(`t.${name} = ${bind(value)}`)
  }
  if (filters.subject !== undefined) conditions.push(`t.subjects @> ARRAY[${bind(filters.subject)}::text]`)
  return conditions
}

const hasIdentifier = (q: string, bind: Bindings['bind'], table = 't'): string =>
  `${table}.identifier_key = ${bind(identifierKey(q))}`
const hasWords = (q: string, bind: Bindings['bind']): string =>
  `to_tsvector('english', t.search_text) @@ websearch_to_tsquery('english', ${bind(q)})`

/**
 * A page of bills. `q` is first taken as a whole identifier; only where no bill has it, as words. Which of the two it
 * was, the order says, and so the cursor: the walk stays with it.
 */
export async function listBills(
  model: ReadModel,
  page: PageRequest,
  filters: BillFilters,
): Promise<Reading<BillRow> & { order: Order }> {
  const { q } = filters
  const read = (order: Order, search?: (bind: Bindings['bind'], schema: string) => string) =>
    model.read<BillRow>((schema, bind) => {
      const conditions = filterConditions(filters, bind)
      if (search !== undefined) conditions.push(search(bind, schema))
      return pageSelect({ ...page, order }, bind, {
        columns: `${PAGE_COLUMNS}, t.ocd_id, t.latest_action::text AS latest_action`,
        from: `${schema}.bills`,
        conditions,
        lead: leadOf(filters),
      })
    })

  if (q === undefined) return { ...(await read(page.order)), order: page.order }
  if (page.order === 'changes') {
    const either = (bind: Bindings['bind'], schema: string) => `CASE
      WHEN EXISTS (SELECT FROM ${schema}.bills b WHERE ${hasIdentifier(q, bind, 'b')} AND b.present)
      THEN ${hasIdentifier(q, bind)} ELSE ${hasWords(q, bind)} END`
    return { ...(await read('changes', either)), order: 'changes' }
  }
  if (page.after === undefined || page.order === 'identifier') {
    const found = await read('identifier', (bind) => hasIdentifier(q, bind))
    if (found.rows.length > 0 || page.after !== undefined) return { ...found, order: 'identifier' }
  }
  return { ...(await read('text', (bind) => hasWords(q, bind))), order: 'text' }
}

export async function readBill(model: ReadModel, which: EntityId): Promise<BillDetailRow | undefined> {
  const { rows } = await model.read<BillDetailRow>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      ...BILL_OWNER,
      columns: ', o.item::text AS item, o.latest_action::text AS latest_action',
    })
    const count = (table: string, condition = 'true') =>
      `(SELECT count(*)::integer FROM ${schema}.${table} p WHERE p.bill_id = owner.id AND NOT p.deleted AND ${condition})`
    return `
      SELECT owner.*,
        (SELECT d.detail::text FROM ${schema}.bill_details d WHERE d.bill_id = owner.id) AS detail,
        (SELECT s.status->>'progress' FROM ${schema}.bill_statuses s WHERE s.bill_id = owner.id) AS progress,
        (SELECT '[' || string_agg(p.item::text, ',' ORDER BY p.position, p.id) || ']'
         FROM ${schema}.related_bills p WHERE p.bill_id = owner.id AND NOT p.deleted) AS related_bills,
        ${count('bill_actions')} AS actions, ${count('bill_sponsors')} AS sponsors, ${count('votes')} AS votes,
        ${count('bill_versions', "p.kind = 'version'")} AS versions,
        ${count('bill_versions', "p.kind = 'document'")} AS documents
      FROM ${owner} owner`
  })
  return rows[0]
}
