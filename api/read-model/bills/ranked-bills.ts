import { dayOrInfinity, PAGE_COLUMNS, type PageRequest } from '../../paging/page-select.ts'
import type { Feed, ReadModel } from '../../read-schema/live-schema.ts'
import {
  type MatchSource,
  RANK_COLUMNS,
  type RankedContext,
  type RankedPage,
  type RankedPageRow,
  rankedSelect,
  readWindows,
} from '../ranking/ranked-windows.ts'
import {
  isScoreOfText,
  isServed,
  isTextScore,
  ownScore,
  type PassageRow,
  servedText,
  textScore,
  wordsQuery,
} from '../ranking/word-matches.ts'
import { type BillFilters, filterConditions } from './bill-filters.ts'
import type { BillRow } from './bill-row.ts'

export type RankedBill = RankedPageRow & PassageRow & BillRow

/**
 * A page of the bills that fit `q` as words, the best first: all whose title, numbers, subjects or abstracts fit, then
 * those of which the text alone does. Words that many bills have are so not looked for in texts before it comes to that.
 */
export async function readRankedBills(
  model: ReadModel,
  page: PageRequest,
  filters: BillFilters & { readonly q: string },
): Promise<{ feed: Feed; rows: RankedBill[] }> {
  const score = page.after?.[SCORE_IN_PLACE]
  if (score !== undefined && isScoreOfText(Number(score))) return readMatches(model, page, filters, 'text')
  const own = await readMatches(model, page, filters, 'own')
  if (own.is_full) return own
  const { rows } = await readMatches(model, { ...page, after: undefined }, filters, 'text', own.rows)
  return { feed: own.feed, rows }
}

/** Behind the four bounds of a window. */
const SCORE_IN_PLACE = 4

function readMatches(
  model: ReadModel,
  page: PageRequest,
  filters: BillFilters & { readonly q: string },
  by: 'own' | 'text',
  before: readonly RankedBill[] = [],
): Promise<RankedPage<RankedBill>> {
  const { q } = filters
  const select = (context: RankedContext) => {
    const { schema, bind } = context
    const query = wordsQuery(q, bind)
    const [own, text] = billMatchSources(context, filters, query)
    return rankedSelect(
      context,
      [by === 'own' ? own : text],
      `SELECT ${PAGE_COLUMNS}, t.ocd_id, t.latest_action::text AS latest_action, ${RANK_COLUMNS},
         w.title, w.identifiers, w.subjects, w.abstracts,
         CASE WHEN ${isTextScore('r.score')} THEN ${servedText(schema)} END AS text_sha256
       FROM best r JOIN ${schema}.bills t ON t.id = r.id JOIN ${schema}.bill_words w ON w.id = r.id`,
    )
  }
  return readWindows<RankedBill>(model, page, select, before)
}

/** By the words of title, numbers, subjects and abstracts; and by those of the text alone. */
export function billMatchSources(
  { schema, bind }: Pick<RankedContext, 'schema' | 'bind'>,
  filters: BillFilters,
  query: string,
): [own: MatchSource, text: MatchSource] {
  // The row of words has the jurisdiction too, and an index that goes on with how new the bill is.
  const { jurisdiction, ...others } = filters
  const conditions = [
    'NOT t.deleted',
    ...(jurisdiction === undefined ? [] : [`w.jurisdiction = ${bind(jurisdiction)}`]),
    ...filterConditions(others, { schema, bind }),
  ]
  const day = dayOrInfinity('w.entered_on')
  return [
    {
      from: `${schema}.bill_words w JOIN ${schema}.bills t ON t.id = w.id`,
      words: 'w.words',
      day,
      conditions: [`w.words @@ ${query}`, ...conditions],
      score: ownScore(query),
    },
    {
      from: `search.text x JOIN ${schema}.bill_versions v ON v.extracted_sha256 = x.sha256
        JOIN ${schema}.bill_words w ON w.id = v.bill_id JOIN ${schema}.bills t ON t.id = w.id`,
      words: 'x.words',
      day,
      conditions: [
        `x.words @@ ${query}`,
        `NOT w.words @@ ${query}`,
        `v.kind = 'version'`,
        'NOT v.deleted',
        isServed(schema),
        ...conditions,
      ],
      score: textScore(query),
    },
  ]
}
