import { dayOrInfinity, PAGE_COLUMNS, type PageRequest } from '../../../api/paging/page-select.ts'
import { type BillFilters, filterConditions } from '../../../api/read-model/bills/bill-filters.ts'
import type { RankBills, RankedBill } from '../../../api/read-model/bills/ranked-bills.ts'
import { isServed, servedText, wordsQuery } from '../../../api/read-model/ranking/word-matches.ts'
import type { ReadModel } from '../../../api/read-schema/live-schema.ts'
import {
  type MatchSource,
  RANK_COLUMNS,
  type RankedContext,
  type RankedPage,
  type RankedPageRow,
  rankedSelect,
  readWindows,
} from './ranked-windows.ts'

type WindowedBill = RankedBill & RankedPageRow

/**
 * The search of version 0.1.0, to compare with: of the bills with the words in title, numbers, subjects or abstracts, the
 * newest thousand are ranked by ts_rank, title matches first; then those with the words in their text alone.
 */
export const rankInWindows: RankBills = async (model, page, filters) => {
  const own = await readMatches(model, page, filters, 'own')
  if (own.is_full) return own
  const { rows } = await readMatches(model, page, filters, 'text', own.rows)
  return { feed: own.feed, rows }
}

async function readMatches(
  model: ReadModel,
  page: PageRequest,
  filters: BillFilters & { readonly q: string },
  by: 'own' | 'text',
  before: readonly WindowedBill[] = [],
): Promise<RankedPage<WindowedBill>> {
  const { q } = filters
  const select = (context: RankedContext) => {
    const { schema, bind } = context
    const query = wordsQuery(q, bind)
    const source = by === 'own' ? ownSource : textSource
    return rankedSelect(
      context,
      [source(context, filters, query)],
      `SELECT ${PAGE_COLUMNS}, t.ocd_id, t.latest_action::text AS latest_action, ${RANK_COLUMNS},
         w.title, w.identifiers, w.subjects, w.abstracts,
         CASE WHEN r.score < ${CLASS_SIZE} THEN ${servedText(schema)} END AS text_sha256
       FROM best r JOIN ${schema}.bills t ON t.id = r.id JOIN ${schema}.bill_words w ON w.id = r.id`,
    )
  }
  const found = await readWindows<WindowedBill>(model, page, select, before)
  const rows = found.rows.map((row) => ({ ...row, part: parts[Math.floor(row.score / CLASS_SIZE)]! }))
  // Only first pages are compared, and the cursor of version 0.1.0 has another form.
  return { ...found, rows: rows.map((row) => ({ ...row, order: 'word_score', count_number: 0 })) }
}

type Source = (
  context: Pick<RankedContext, 'schema' | 'bind'>,
  filters: BillFilters,
  query: string,
) => MatchSource

const DAY = dayOrInfinity('w.entered_on')

const ownSource: Source = ({ schema, bind }, filters, query) => ({
  from: `${schema}.bill_words w JOIN ${schema}.bills t ON t.id = w.id`,
  words: 'w.words',
  day: DAY,
  conditions: [`w.words @@ ${query}`, ...conditionsOf(filters, schema, bind)],
  score: ownScore(query),
})

const textSource: Source = ({ schema, bind }, filters, query) => ({
  from: `search.text x JOIN ${schema}.bill_versions v ON v.extracted_sha256 = x.sha256
    JOIN ${schema}.bill_words w ON w.id = v.bill_id JOIN ${schema}.bills t ON t.id = w.id`,
  words: 'x.words',
  day: DAY,
  conditions: [
    ...[`x.words @@ ${query}`, `NOT w.words @@ ${query}`, `v.kind = 'version'`, 'NOT v.deleted'],
    ...[isServed(schema), ...conditionsOf(filters, schema, bind)],
  ],
  score: scored(String(parts.indexOf('text')), 'c.words', query),
})

function conditionsOf(filters: BillFilters, schema: string, bind: RankedContext['bind']): string[] {
  const { jurisdiction, ...others } = filters
  return [
    'NOT t.deleted',
    ...(jurisdiction === undefined ? [] : [`w.jurisdiction = ${bind(jurisdiction)}`]),
    ...filterConditions(others, { schema, bind }),
  ]
}

const parts = ['text', 'abstract', 'subjects', 'title'] as const
const CLASS_SIZE = 200_000_000

const scored = (part: string, words: string, query: string): string =>
  `${part} * ${CLASS_SIZE} + least(round(ts_rank(${words}, ${query}, 1) * ${CLASS_SIZE}), ${CLASS_SIZE - 1})::integer`

function ownScore(query: string): string {
  const within = (weights: string) => `ts_filter(c.words, '${weights}') @@ ${query}`
  const part = `CASE WHEN ${within('{a}')} THEN ${parts.indexOf('title')}
    WHEN ${within('{a,b}')} THEN ${parts.indexOf('subjects')} ELSE ${parts.indexOf('abstract')} END`
  return scored(part, 'c.words', query)
}
