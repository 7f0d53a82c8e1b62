import type { Order } from '../../paging/cursor.ts'
import {
  dayColumn,
  ITEM_WEIGHT,
  PAGE_COLUMNS,
  type PageRequest,
  pageSelect,
} from '../../paging/page-select.ts'
import { type ReadyPage, readReadyPage } from '../../paging/ready-page.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import type { Feed, ReadModel, Select } from '../../read-schema/live-schema.ts'
import { hasOwnWords, hasTextWords, wordsQuery } from '../ranking/word-matches.ts'
import { type BillFilters, dependsOnValues, filterConditions, hasIdentifier, leadOf } from './bill-filters.ts'
import type { BillRow } from './bill-row.ts'
import { type RankBills, type RankedBill, readRankedBills } from './ranked-bills.ts'

export type BillReading = {
  readonly feed: Feed
  readonly order: Order
  readonly rows: readonly BillRow[]
  /** The same rows, if they were found by words and ranked. */
  readonly ranked?: readonly RankedBill[]
}

type Bind = Bindings['bind']

/**
 * Reads a page of bills. `q` is first read as a whole identifier; if no bill has it, as words, with the best
 * match first. The order and the cursor record which it was, so the walk keeps to it. In any other order, `q`
 * only filters.
 */
export async function listBills(
  model: ReadModel,
  page: PageRequest,
  filters: BillFilters,
  rankBills: RankBills = readRankedBills,
): Promise<BillReading> {
  const { q, ...others } = filters
  if (q === undefined) return readPlain(model, page, others)
  if (page.order === 'identifier_desc') {
    const found = await readPlain(model, page, others, (bind) => hasIdentifier(q, bind))
    if (found.rows.length > 0 || page.after !== undefined) return found
  } else if (page.order !== 'word_score' && page.order !== 'text_score') {
    return readChosen(model, page, { ...others, q })
  }
  const { feed, rows } = await rankBills(model, page, { ...others, q })
  return { feed, rows, ranked: rows, order: page.order }
}

/**
 * Reads a page of bills by filters alone, without included parts. Clients that keep a copy request this all
 * the time.
 */
export function readReadyBills(
  model: ReadModel,
  page: PageRequest,
  filters: BillFilters,
): Promise<ReadyPage> {
  return readReadyPage(model, page, plainSelect(page, filters), {
    custom_plan: dependsOnValues(filters),
    members: { latest_action: "coalesce(p.latest_action, 'null')" },
  })
}

async function readPlain(
  model: ReadModel,
  page: PageRequest,
  filters: BillFilters,
  also?: (bind: Bind) => string,
): Promise<BillReading> {
  const found = await model.read<BillRow>(plainSelect(page, filters, { also, weight: ITEM_WEIGHT }), {
    custom_plan: dependsOnValues(filters),
  })
  return { ...found, order: page.order }
}

const plainSelect =
  (
    page: PageRequest,
    filters: BillFilters,
    { also, weight }: { also?: ((bind: Bind) => string) | undefined; weight?: string } = {},
  ): Select =>
  (schema, bind) => {
    const lead = leadOf(filters, page.order)
    const conditions = filterConditions(filters, { schema, bind, lead })
    if (also !== undefined) conditions.push(also(bind))
    return pageSelect(page, bind, {
      columns: columnsOf(page.order),
      from: `${schema}.bills`,
      conditions,
      lead,
      weight,
    })
  }

/**
 * Reads bills with an identifier or, if there are none, with words, in a given order. Each of the three ways
 * has an index, and the first rows of all three contain the first rows overall.
 */
async function readChosen(
  model: ReadModel,
  page: PageRequest,
  filters: BillFilters & { readonly q: string },
): Promise<BillReading> {
  const { order } = page
  const found = await model.read<BillRow>(
    (schema, bind) => {
      const from = `${schema}.bills`
      return pageSelect({ ...page, since: undefined, after: undefined, include_deleted: true }, bind, {
        columns: columnsOf(order),
        from,
        conditions: [`t.id IN (${chosenIds(page, filters, schema, bind)})`],
        weight: ITEM_WEIGHT,
      })
    },
    { custom_plan: true },
  )
  return { ...found, order }
}

/**
 * Selects ids: the first rows of each of three ways, which have the first rows of all. Bills with the identifier; if there
 * are none, those with the words.
 */
function chosenIds(
  page: PageRequest,
  { q, ...others }: BillFilters & { readonly q: string },
  schema: string,
  bind: Bind,
): string {
  const lead = leadOf(others, page.order)
  const from = `${schema}.bills`
  const query = wordsQuery(q, bind)
  const numbered = [
    hasIdentifier(q, bind, 'b'),
    'NOT b.deleted',
    ...filterConditions(others, { schema, bind, table: 'b' }),
  ]
  const isWords = `NOT EXISTS (SELECT FROM ${schema}.bills b WHERE ${numbered.join(' AND ')})`
  const ways = [
    [hasIdentifier(q, bind)],
    [isWords, hasOwnWords(schema, query)],
    [isWords, hasTextWords(schema, query)],
  ].map((way) => {
    const conditions = [...filterConditions(others, { schema, bind, lead }), ...way]
    return `(${pageSelect(page, bind, { columns: 't.id', from, conditions, lead, is_searched: true })})`
  })
  return ways.join(' UNION ')
}

/** Reads the ids of the newest bills that meet the filters, newest first, and one more if there are more than `most`. */
export async function readNewestIds(
  model: ReadModel,
  { q, ...others }: BillFilters,
  most: number,
): Promise<number[]> {
  const page: PageRequest = {
    limit: most,
    bytes: Number.MAX_SAFE_INTEGER,
    order: 'introduced_on_desc',
    since: undefined,
    pinned: undefined,
    after: undefined,
    include_deleted: false,
  }
  const { rows } = await model.read<{ id: number }>(
    (schema, bind) => {
      const from = `${schema}.bills`
      if (q !== undefined) {
        const conditions = [`t.id IN (${chosenIds(page, { ...others, q }, schema, bind)})`]
        return pageSelect(page, bind, { columns: 't.id', from, conditions })
      }
      const lead = leadOf(others, page.order)
      const conditions = filterConditions(others, { schema, bind, lead })
      return pageSelect(page, bind, { columns: 't.id', from, conditions, lead })
    },
    { custom_plan: true },
  )
  return rows.map(({ id }) => id)
}

const columnsOf = (order: Order): string =>
  `${PAGE_COLUMNS}, t.ocd_id, t.latest_action::text AS latest_action${dayColumn(order)}`
