import { dayOrInfinity, PAGE_COLUMNS, type PageRequest } from '../../paging/page-select.ts'
import type { Feed, ReadModel } from '../../read-schema/live-schema.ts'
import {
  type MatchSource,
  RANK_COLUMNS,
  type RankedContext,
  type RankedPageRow,
  rankedSelect,
  readWindows,
} from '../ranking/ranked-windows.ts'
import type { PassageRow } from '../ranking/word-matches.ts'
import { ownScore, wordsQuery } from '../ranking/word-matches.ts'
import { commentState } from './comment-state.ts'
import { filterConditions, type RegulationFilters } from './regulation-filters.ts'

/** Only the metadata of a document is searched, so no passage of text is shown. */
export type RankedRegulation = RankedPageRow &
  PassageRow & { readonly comment_state: string; readonly text_sha256: null }

type RankedRegulationsRequest = {
  readonly filters: RegulationFilters
  readonly today: string
  readonly q: string
}

/** A page of the documents that fit `q` as words, the best first. */
export function readRankedRegulations(
  model: ReadModel,
  page: PageRequest,
  { filters, today, q }: RankedRegulationsRequest,
): Promise<{ feed: Feed; rows: RankedRegulation[] }> {
  return readWindows<RankedRegulation>(model, page, (request) => {
    const { schema, bind } = request
    const on = { query: wordsQuery(q, bind), today }
    return rankedSelect(
      request,
      [regulationMatchSource(request, filters, on)],
      `SELECT ${PAGE_COLUMNS}, t.ocd_id, ${commentState('t', bind(today))} AS comment_state, ${RANK_COLUMNS},
         ${REGULATION_WORDS}, NULL::text AS text_sha256
       FROM best r JOIN ${schema}.regulations t ON t.id = r.id JOIN ${schema}.regulation_words w ON w.id = r.id`,
    )
  })
}

/** The texts of a document `w`, by the names that those of a bill have. */
export const REGULATION_WORDS =
  'w.title, w.numbers AS identifiers, w.topics AS subjects, w.abstract AS abstracts'

export function regulationMatchSource(
  { schema, bind }: Pick<RankedContext, 'schema' | 'bind'>,
  { jurisdiction, ...others }: RegulationFilters,
  { query, today }: { readonly query: string; readonly today: string },
): MatchSource {
  const conditions = [`w.words @@ ${query}`, 'NOT t.deleted', ...filterConditions(others, { bind, today })]
  // The row of words has the jurisdiction too, and an index that goes on with how new the document is.
  if (jurisdiction !== undefined) conditions.push(`w.jurisdiction = ${bind(jurisdiction)}`)
  return {
    from: `${schema}.regulation_words w JOIN ${schema}.regulations t ON t.id = w.id`,
    words: 'w.words',
    day: dayOrInfinity('w.day'),
    conditions,
    score: ownScore(query),
  }
}
