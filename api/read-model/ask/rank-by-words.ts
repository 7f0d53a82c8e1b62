import { ROUTINE_KEYWORD } from '../../../projections/projectors/content/bill-content.ts'
import { filterLexeme } from '../../../runtime/ranking/filter-lexeme.ts'
import { tierLexeme } from '../../../runtime/ranking/impact-tiers.ts'
import { HIGHEST_IMPACT } from '../../../runtime/ranking/impacts.ts'
import type { QuestionFilters } from '../../question/fact.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { impactOf } from '../ranking/impact-of.ts'
import type { CountedConcept, CountedTerm } from './count-terms.ts'
import type { FoundByWords } from './fuse-rankings.ts'
import { questionConditions } from './question-conditions.ts'

/** Bills that are ranked at most, over all terms. */
const MAX_CANDIDATES = 40_000
const MIN_CANDIDATES_OF_TERM = 2_000
/** A synonym counts less than the word that was asked for. */
const SYNONYM_WEIGHT = 0.7

/**
 * Gives the bills with any of the terms, those first that have more and rarer ones (BM25F). A frequent term alone
 * finds only the bills in which it counts most. Bills that honor somebody and placeholders are left out.
 */
export async function rankByWords(
  model: ReadModel,
  asked: {
    readonly concepts: readonly CountedConcept[]
    readonly filters: QuestionFilters
    readonly limit: number
  },
): Promise<FoundByWords[]> {
  const { concepts, filters, limit } = asked
  const queries = candidateQueries(concepts)
  if (queries.length === 0) return []
  const { rows } = await model.read<{ id: number; score: number }>(
    (schema, bind) => `
      SELECT t.id, (${scoreOf(concepts)})::float8 AS score
      FROM ${schema}.bill_words w JOIN ${schema}.bills t ON t.id = w.id
      WHERE w.words @@ ${bind(queries.map((query) => `(${query})`).join(' | '))}::tsquery
        AND NOT w.words @@ ${bind(`'${filterLexeme(ROUTINE_KEYWORD)}'`)}::tsquery AND NOT w.deleted
        AND ${questionConditions(filters, { schema, bind }).join(' AND ')}
      ORDER BY score DESC, t.id DESC
      LIMIT ${bind(limit)}`,
    { custom_plan: true },
  )
  const highest =
    HIGHEST_IMPACT * concepts.flatMap(({ words }) => words).reduce((sum, { weight }) => sum + weight, 0)
  return rows.map(({ id, score }) => ({ id, share: highest === 0 ? 0 : Math.min(1, score / highest) }))
}

/** The queries that find the bills to rank: of a frequent word only those that reach a tier of it. */
function candidateQueries(concepts: readonly CountedConcept[]): string[] {
  const terms = concepts
    .flatMap(({ words, synonyms }) => [...words, ...synonyms])
    .filter(({ bills }) => bills > 0)
  const most = Math.max(MIN_CANDIDATES_OF_TERM, MAX_CANDIDATES / Math.max(1, terms.length))
  return terms.map(({ query, forms, bills, tiers }) => {
    if (bills <= most || tiers.length === 0) return query
    const fitting = tiers.findIndex((rows) => rows <= most)
    return `'${tierLexeme(forms[0]!, fitting === -1 ? tiers.length - 1 : fitting)}'`
  })
}

/** SQL for the score of a bill: for each concept, its words or its best synonym. */
function scoreOf(concepts: readonly CountedConcept[]): string {
  const scores = concepts.flatMap(({ words, synonyms }) => {
    const own = words.filter(({ bills }) => bills > 0).map((term) => termScore(term, term.weight))
    const others = synonyms
      .filter(({ bills }) => bills > 0)
      .map((term) => termScore(term, SYNONYM_WEIGHT * Math.max(1, words.length) * term.weight))
    const ways = [...(own.length === 0 ? [] : [own.join(' + ')]), ...others]
    return ways.length === 0 ? [] : [ways.length === 1 ? ways[0]! : `greatest(${ways.join(', ')})`]
  })
  return scores.length === 0 ? '0' : scores.join(' + ')
}

/** A phrase counts as its weakest word, if its words stand together. */
function termScore({ forms, query }: CountedTerm, weight: number): string {
  const impacts = forms.map(impactOf)
  const [first] = impacts
  return impacts.length === 1
    ? `${weight.toFixed(2)} * ${first}`
    : `${weight.toFixed(2)} * CASE WHEN w.words @@ '${query.replaceAll("'", "''")}'::tsquery THEN least(${impacts.join(', ')}) ELSE 0 END`
}
