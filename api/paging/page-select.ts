import type { Bindings } from '../read-schema/bindings.ts'
import type { Order } from './cursor.ts'

/** The requested rows of a collection: their order and the place before them. */
export type PageRequest = {
  readonly limit: number
  /** The most bytes of items on the page. It ends before the item that would exceed them, and rows after that are not read. */
  readonly bytes: number
  readonly order: Order
  /** Only rows changed at or after it and before the watermark. */
  readonly since: string | undefined
  /** The watermark that the first page pinned. */
  readonly pinned: string | undefined
  readonly after: readonly (string | number)[] | undefined
  readonly include_deleted: boolean
}

/** Columns of every row of a page, in every collection. */
export type PageRow = {
  readonly id: number | string
  readonly ocd_id?: string
  readonly item: string | null
  readonly deleted: boolean
  readonly updated_at: string
  readonly seq: string
  /** Bytes of the rows of the page up to this one, if Postgres leaves out those beyond the bytes of a page. */
  readonly bytes_through?: number
}

type OrderColumns = readonly (readonly [string, string])[]

const ID: OrderColumns = [['t.id', 'bigint']]
const UPDATED: OrderColumns = [
  ['t.updated_at', 'timestamptz'],
  ['t.seq', 'bigint'],
  ['t.id', 'bigint'],
]
/** Rows without such a day come before all others. */
export const dayOrInfinity = (column: string): string => `coalesce(${column}, '-infinity')`
const byDay = (column: string): OrderColumns => [
  [dayOrInfinity(column), 'date'],
  ['t.id', 'bigint'],
]

/** Orders by how well rows fit `q`. They are not orders of columns. */
const rankedOrders = ['word_score', 'word_scores', 'text_score'] as const satisfies readonly Order[]
type RankedOrder = (typeof rankedOrders)[number]
const isRanked = (order: Order): order is RankedOrder => (rankedOrders as readonly Order[]).includes(order)

/** The columns of each order, with their types if a bound value needs one. */
const columnsOf: Readonly<Record<Exclude<Order, RankedOrder>, OrderColumns>> = {
  id: ID,
  id_desc: ID,
  updated_at: UPDATED,
  updated_at_desc: UPDATED,
  identifier_desc: byDay('t.entered_on'),
  introduced_on: byDay('t.entered_on'),
  introduced_on_desc: byDay('t.entered_on'),
  latest_action_on: byDay('t.latest_action_on'),
  latest_action_on_desc: byDay('t.latest_action_on'),
  publication_date: byDay('t.publication_date'),
  publication_date_desc: byDay('t.publication_date'),
  effective_on: byDay('t.effective_on'),
  effective_on_desc: byDay('t.effective_on'),
  comments_close_on: byDay('t.comment_closes_on'),
  comments_close_on_desc: byDay('t.comment_closes_on'),
  changes: UPDATED,
  history: [
    ["coalesce(t.day, '-infinity')", 'date'],
    ['t.first_sequence', 'bigint'],
    ['t.id', 'text'],
  ],
  position: [
    ['t.position', 'integer'],
    ['t.id', 'text'],
  ],
  part_changes: [
    ['t.updated_at', 'timestamptz'],
    ['t.seq', 'bigint'],
    ['t.id', 'text'],
  ],
  rank: [
    ['t.position', 'integer'],
    ['t.id', 'text'],
  ],
}

/**
 * An equality filter whose index continues with the columns of some orders, such as `(jurisdiction, id)`.
 * Default: the order by id.
 */
export type Lead = { readonly column: string; readonly value: string; readonly orders?: readonly Order[] }

/**
 * Selects one page of a table `t`, with one extra row, which shows if more follow. `from` names the table.
 * `conditions` apply to every row in any order; the window of changes comes from the page.
 */
export function pageSelect(
  page: PageRequest,
  bind: Bindings['bind'],
  query: {
    columns: string
    from: string
    conditions: readonly string[]
    lead?: Lead | undefined
    /** Few rows may meet the conditions, so their index is preferred to that of the window. */
    is_searched?: boolean
    /** SQL for the bytes of a row `q`. Rows beyond the bytes of a page stay in Postgres. */
    weight?: string | undefined
  },
): string {
  if (isRanked(page.order)) throw new Error(`${page.order} is not an order of columns`)
  const lead = (query.lead?.orders ?? ['id']).includes(page.order) ? query.lead : undefined
  const columns = [...(lead === undefined ? [] : [[lead.column, 'text'] as const]), ...columnsOf[page.order]]
  const tuple = columns.map(([column]) => column).join(', ')
  const [beyond, direction] = page.order.endsWith('_desc') ? ['<', ' DESC'] : ['>', '']
  const sorted = columns.map(([column]) => `${column}${direction}`).join(', ')
  const conditions = [...query.conditions]
  if (query.lead !== undefined) conditions.push(...leadConditions(query.lead, lead !== undefined, bind))
  if (!page.include_deleted) conditions.push('NOT t.deleted')
  if (page.since !== undefined) {
    const since = `${bind(page.since)}::timestamptz`
    conditions.push(`t.updated_at >= ${since}`)
    // If the lead is a range, only the pair of both shows an index where to begin.
    if (lead !== undefined)
      conditions.push(`(${lead.column}, t.updated_at) >= (${bind(lead.value)}, ${since})`)
    const isBefore = `t.updated_at < ${windowEnd(page, bind)}`
    // The planner estimates a window with an unknown end as tiny. If it does not recognize the window, it
    // estimates a third of all rows.
    conditions.push(query.is_searched === true ? `(${isBefore}) IS TRUE` : isBefore)
  }
  if (page.after !== undefined) {
    const place = lead === undefined ? page.after : [lead.value, ...page.after]
    const after = columns.map(([, type], index) => `${bind(place[index])}::${type}`).join(', ')
    conditions.push(columns.length === 1 ? `${tuple} ${beyond} ${after}` : `(${tuple}) ${beyond} (${after})`)
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
  const rows = `SELECT ${query.columns} FROM ${query.from} t ${where} ORDER BY ${sorted} LIMIT ${bind(page.limit + 1)}`
  return query.weight === undefined ? rows : withinBytes(page, rows, query.weight, bind)
}

export const ITEM_WEIGHT = 'octet_length(q.item)'

/** Bytes of a row `q` with JSON beside its item. */
export const weightWith = (...columns: readonly string[]): string =>
  [ITEM_WEIGHT, ...columns.map((column) => `coalesce(octet_length(q.${column}), 0)`)].join(' + ')

/** Gives rows their place in the page, from 1, and the bytes of the rows up to each. */
export const weighed = (rows: string, weight: string): string => `
  SELECT q.*, row_number() OVER () AS page_place,
    (sum(coalesce(${weight}, 0)) OVER (ROWS UNBOUNDED PRECEDING))::bigint AS bytes_through
  FROM (${rows}) q`

/**
 * Selects rows up to the first that exceeds the bytes of a page. It selects at least two, so that a page with
 * one large item shows that more follow. Postgres knows the length of a text without its content, so further
 * rows are not read or sent.
 */
export const withinBytes = (
  { bytes }: Pick<PageRequest, 'bytes'>,
  rows: string,
  weight: string,
  bind: Bindings['bind'],
): string => `
  SELECT w.* FROM (${weighed(rows, weight)}) w
  WHERE w.page_place <= 2 OR w.bytes_through - coalesce(${weight.replaceAll('q.', 'w.')}, 0) <= ${bind(bytes)}::bigint
  ORDER BY w.page_place`

/**
 * If a page is ordered by its lead, equality is written as a range. An equal column drops out of the order. The planner
 * may then walk the whole primary key for a jurisdiction whose ids, loaded last, are all at its end.
 */
function leadConditions({ column, value }: Lead, isOrdered: boolean, bind: Bindings['bind']): string[] {
  const bound = bind(value)
  return isOrdered ? [`${column} >= ${bound}`, `${column} <= ${bound}`] : [`${column} = ${bound}`]
}

/** Strictly below the watermark: the pinned one, or the current one if that has gone back. */
function windowEnd(page: PageRequest, bind: Bindings['bind']): string {
  return page.pinned === undefined
    ? 'live.watermark'
    : `least(live.watermark, ${bind(page.pinned)}::timestamptz)`
}

/**
 * Gives the day of an order, which cursors store, as an additional column; nothing for an order without a
 * day.
 */
export function dayColumn(order: Order): string {
  if (isRanked(order)) return ''
  const day = columnsOf[order].find(([, type]) => type === 'date')
  return day === undefined ? '' : `, ${day[0]}::text AS day`
}

/** The columns that every page needs of its rows. */
export const PAGE_COLUMNS = 't.id, t.item::text AS item, t.deleted, t.updated_at, t.seq::text AS seq'
