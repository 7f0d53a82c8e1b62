import type { Order } from '../../paging/cursor.ts'
import { dayOrInfinity, type Lead } from '../../paging/page-select.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import { commentState } from './comment-state.ts'

export type RegulationFilters = {
  readonly q?: string | undefined
  readonly jurisdiction?: string | undefined
  /** A slug, or words as documents print them. */
  readonly agency?: string | undefined
  readonly type?: string | undefined
  readonly docket?: string | undefined
  readonly rin?: string | undefined
  readonly comment_state?: string | undefined
  readonly published_since?: string | undefined
  readonly published_until?: string | undefined
  readonly effective_since?: string | undefined
  readonly effective_until?: string | undefined
  readonly comments_close_since?: string | undefined
  readonly comments_close_until?: string | undefined
}

type Bind = Bindings['bind']

/** Orders that have their own index with the type, or the jurisdiction, first. */
const OF_TYPE: readonly Order[] = ['id', 'id_desc', 'publication_date', 'publication_date_desc']
const OF_JURISDICTION: readonly Order[] = ['id', 'id_desc', 'changes', 'updated_at', 'updated_at_desc']

/** Chooses the filter whose index reads the page; the others are conditions on its rows. */
export function leadOf({ type, jurisdiction }: RegulationFilters, order: Order): Lead | undefined {
  if (type !== undefined && OF_TYPE.includes(order)) return { column: 't.type', value: type, orders: OF_TYPE }
  return jurisdiction === undefined || !OF_JURISDICTION.includes(order)
    ? undefined
    : { column: 't.jurisdiction', value: jurisdiction, orders: OF_JURISDICTION }
}

const RANGES = [
  ['publication_date', 'published_since', 'published_until'],
  ['effective_on', 'effective_since', 'effective_until'],
  ['comment_closes_on', 'comments_close_since', 'comments_close_until'],
] as const

/** Conditions for every regulation of the page, except `q` and the lead. */
export function filterConditions(
  filters: RegulationFilters,
  on: {
    readonly bind: Bind
    readonly today: string
    readonly lead?: Lead | undefined
    readonly table?: string
  },
): string[] {
  const { bind, today, lead, table = 't' } = on
  const conditions: string[] = []
  for (const name of ['type', 'jurisdiction'] as const) {
    const value = filters[name]
    if (value !== undefined && lead?.column !== `t.${name}`) {
      conditions.push(`${table}.${name} = ${bind(value)}`)
    }
  }
  const listed = (column: string, value: string) =>
    conditions.push(`${table}.${column} @> ARRAY[${bind(value)}::text]`)
  if (filters.agency !== undefined) listed('agencies', filters.agency)
  if (filters.docket !== undefined) listed('docket_ids', filters.docket.toUpperCase())
  if (filters.rin !== undefined) listed('rins', filters.rin.toUpperCase())
  for (const [column, since, until] of RANGES) {
    const day = dayOrInfinity(`${table}.${column}`)
    const [first, last] = [filters[since], filters[until]]
    if (first !== undefined) conditions.push(`${day} >= ${bind(first)}::date`)
    // A document without such a day matches no range of days.
    if (last !== undefined) conditions.push(`${day} > '-infinity' AND ${day} <= ${bind(last)}::date`)
  }
  if (filters.comment_state !== undefined) {
    const day = bind(today)
    conditions.push(`${commentState(table, day)} = ${bind(filters.comment_state)}`)
    // This condition is redundant. It lets the index by closing day find the few open documents.
    if (filters.comment_state === 'open') {
      conditions.push(`${dayOrInfinity(`${table}.comment_closes_on`)} >= ${day}::date`)
    }
  }
  return conditions
}

/** True if the best plan depends on the values, such as how rare an agency is or how old a day. */
export function dependsOnValues({ type, jurisdiction, ...others }: RegulationFilters): boolean {
  return Object.values(others).some((value) => value !== undefined)
}

/** The numbers by which a document is cited, as a whole and in either case. */
export function hasNumber(q: string, bind: Bind, table = 't'): string {
  const number = bind(q.trim().toUpperCase())
  const columns = ['document_ids', 'docket_ids', 'rins']
  return `(${columns.map((column) => `${table}.${column} @> ARRAY[${number}::text]`).join(' OR ')})`
}

/**
 * Checks whether a table has no such rows. Counts instead of using EXISTS: the planner expects EXISTS to find
 * a row soon and would read the whole table if there is none.
 */
export const hasNone = (from: string, conditions: readonly string[]): string =>
  `(SELECT count(*) FROM ${from} WHERE ${conditions.join(' AND ')}) = 0`

/** The words of title, numbers, topics or abstract of a regulation `t`. */
export const hasWords = (schema: string, query: string): string =>
  `EXISTS (SELECT FROM ${schema}.regulation_words w WHERE w.id = t.id AND w.words @@ ${query})`
