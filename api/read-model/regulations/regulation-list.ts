import type { Order } from '../../paging/cursor.ts'
import {
  dayColumn,
  ITEM_WEIGHT,
  PAGE_COLUMNS,
  type PageRequest,
  type PageRow,
  pageSelect,
} from '../../paging/page-select.ts'
import { type ReadyPage, readReadyPage } from '../../paging/ready-page.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import type { Feed, ReadModel, Select } from '../../read-schema/live-schema.ts'
import { wordsQuery } from '../ranking/word-matches.ts'
import { commentState } from './comment-state.ts'
import { type RankedRegulation, readRankedRegulations } from './ranked-regulations.ts'
import {
  dependsOnValues,
  filterConditions,
  hasNone,
  hasNumber,
  hasWords,
  leadOf,
  type RegulationFilters,
} from './regulation-filters.ts'

export type RegulationRow = PageRow & {
  readonly id: number
  readonly comment_state: string
  readonly day?: string
}

export type RegulationReading = {
  readonly feed: Feed
  readonly order: Order
  readonly rows: readonly RegulationRow[]
  /** The same rows, if they are ranked. */
  readonly ranked?: readonly RankedRegulation[]
}

/** The request of a page: filters, and the current day in the time zone of federal deadlines. */
export type RegulationsRequest = { readonly filters: RegulationFilters; readonly today: string }

type Bind = Bindings['bind']

/**
 * Reads a page of regulations. `q` is first read as a whole number; if no document has it, as words, best
 * first. The order records which it was. In any other order, `q` only filters.
 */
export async function listRegulations(
  model: ReadModel,
  page: PageRequest,
  request: RegulationsRequest & { readonly q: string },
): Promise<RegulationReading> {
  const { q, filters, today } = request
  if (page.order === 'identifier_desc') {
    const numbered = { ...page, order: 'publication_date_desc' } as const
    const found = await readPlain(model, numbered, request, (bind) => hasNumber(q, bind))
    if (found.rows.length > 0 || page.after !== undefined) return { ...found, order: page.order }
  } else if (page.order !== 'word_score') {
    return readChosen(model, page, request)
  }
  const order = 'word_score'
  const { feed, rows } = await readRankedRegulations(model, { ...page, order }, { filters, today, q })
  return { feed, order, rows, ranked: rows }
}

/** Reads a page of regulations by filters alone. */
export function readReadyRegulations(
  model: ReadModel,
  page: PageRequest,
  request: RegulationsRequest,
): Promise<ReadyPage> {
  return readReadyPage(model, page, plainSelect(page, request), {
    custom_plan: dependsOnValues(request.filters),
    members: { comment_state: 'to_json(p.comment_state)' },
  })
}

async function readPlain(
  model: ReadModel,
  page: PageRequest,
  request: RegulationsRequest,
  also: (bind: Bind) => string,
): Promise<RegulationReading> {
  const found = await model.read<RegulationRow>(plainSelect(page, request, { also, weight: ITEM_WEIGHT }), {
    custom_plan: true,
  })
  return { ...found, order: page.order }
}

const plainSelect =
  (
    page: PageRequest,
    { filters, today }: RegulationsRequest,
    { also, weight }: { also?: (bind: Bind) => string; weight?: string } = {},
  ): Select =>
  (schema, bind) => {
    const lead = leadOf(filters, page.order)
    const conditions = filterConditions(filters, { bind, today, lead })
    if (also !== undefined) conditions.push(also(bind))
    const columns = columnsOf(page.order, bind(today))
    return pageSelect(page, bind, { columns, from: `${schema}.regulations`, conditions, lead, weight })
  }

/**
 * Reads documents with a number or, if there are none, with words, in a given order. Each way has an index.
 */
async function readChosen(
  model: ReadModel,
  page: PageRequest,
  { filters, today, q }: RegulationsRequest & { readonly q: string },
): Promise<RegulationReading> {
  const found = await model.read<RegulationRow>(
    (schema, bind) => {
      const from = `${schema}.regulations`
      const lead = leadOf(filters, page.order)
      const on = { bind, today }
      const numbered = [
        hasNumber(q, bind, 'n'),
        'NOT n.deleted',
        ...filterConditions(filters, { ...on, table: 'n' }),
      ]
      const isWords = hasNone(`${schema}.regulations n`, numbered)
      const ways = [[hasNumber(q, bind)], [isWords, hasWords(schema, wordsQuery(q, bind))]].map((way) => {
        const conditions = [...filterConditions(filters, { ...on, lead }), ...way]
        return `(${pageSelect(page, bind, { columns: 't.id', from, conditions, lead })})`
      })
      const whole = { ...page, since: undefined, after: undefined, include_deleted: true }
      return pageSelect(whole, bind, {
        columns: columnsOf(page.order, bind(today)),
        from,
        conditions: [`t.id IN (${ways.join(' UNION ')})`],
        weight: ITEM_WEIGHT,
      })
    },
    { custom_plan: true },
  )
  return { ...found, order: page.order }
}

const columnsOf = (order: Order, today: string): string =>
  `${PAGE_COLUMNS}, t.ocd_id, ${commentState('t', today)} AS comment_state${dayColumn(order)}`
