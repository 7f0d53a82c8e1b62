import { searchQuery } from '../../../runtime/words/search-query.ts'
import { PAGE_COLUMNS, type PageRequest } from '../../paging/page-select.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { readBestRows, type ScoredPage, type ScoredRow } from '../ranking/exact-ranking.ts'
import type { PassageRow } from '../ranking/word-matches.ts'
import { ownPart } from '../ranking/word-matches.ts'
import { commentState } from './comment-state.ts'
import type { RegulationFilters } from './regulation-filters.ts'
import { regulationScope } from './regulation-words-scope.ts'

/** Only the metadata of a document is searched, so no passage of text is shown. */
export type RankedRegulation = ScoredRow &
  PassageRow & { readonly comment_state: string; readonly text_sha256: null }

type RankedRegulationsRequest = {
  readonly filters: RegulationFilters
  readonly today: string
  readonly q: string
}

/** Reads a page of the documents that match the words of `q`, best first. */
export function readRankedRegulations(
  model: ReadModel,
  page: PageRequest,
  { filters, today, q }: RankedRegulationsRequest,
): Promise<ScoredPage<RankedRegulation>> {
  const query = searchQuery(q)
  return readBestRows<RankedRegulation>(model, page, {
    query,
    ...regulationScope(filters, today),
    shown: ({ schema, bind }) => ({
      columns: `${PAGE_COLUMNS}, t.ocd_id, ${commentState('t', bind(today))} AS comment_state, ${REGULATION_WORDS},
        ${ownPart(`${bind(query.tsquery)}::tsquery`)} AS part, NULL AS text_sha256`,
      joins: `JOIN ${schema}.regulations t ON t.id = r.id JOIN ${schema}.regulation_words w ON w.id = r.id`,
    }),
  })
}

/** The texts of a document `w`, under the names of a bill's texts. */
export const REGULATION_WORDS =
  'w.title, w.numbers AS identifiers, w.topics AS subjects, w.abstract AS abstracts'
