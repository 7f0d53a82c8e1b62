import type { CountedTable } from '../../../runtime/ranking/counted-tables.ts'
import { TIERS } from '../../../runtime/ranking/impact-tiers.ts'
import type { RankedTerm } from '../../../runtime/ranking/search-region.ts'
import { UNKNOWN_WEIGHT, weightOf } from '../../../runtime/ranking/word-weight.ts'
import type { QueryPart, SearchQuery } from '../../../runtime/words/search-query.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { type CountedWords, readWordCounts } from './word-counts.ts'

/** The words of a search that count, and about how many rows match. */
export type WordWeights = {
  /** The count of words that gave the weights; 0 if there is none yet. A cursor names it. */
  readonly count_number: number
  readonly terms: readonly RankedTerm[]
  readonly matches: number
}

/**
 * Reads the weights of the words of a query. `pinned` is the count that the first page of a walk used. `filters` are lexemes
 * that all matches have. `table` is that of the words. Of the words with a beginning, the most frequent one counts; others
 * only match. A row might have several of them, so with more words little would be known about the rows outside of the
 * first tiers.
 */
export async function readWordWeights(
  model: ReadModel,
  query: SearchQuery,
  {
    pinned,
    filters,
    table,
  }: {
    readonly pinned: number | undefined
    readonly filters: readonly string[]
    readonly table: CountedTable
  },
): Promise<WordWeights> {
  if (pinned === 0) return unweighed(query)
  const words = [...query.forms, ...filters]
  const counted = await readWordCounts(model, { pinned, table, words, prefixes: [...query.prefixes] })
  return weighed(query, filters, counted)
}

/** Nothing was counted yet, so all matches are ranked, and every word weighs the same. */
const unweighed = ({ forms }: SearchQuery): WordWeights => ({
  count_number: 0,
  terms: [...forms].map((form) => ({ form, weight: UNKNOWN_WEIGHT, rows: 0, tiers: [] })),
  matches: 0,
})

function weighed(
  query: SearchQuery,
  filters: readonly string[],
  { count, words: counted, beginnings }: CountedWords,
): WordWeights {
  if (count === undefined || count.all_rows === 0) return unweighed(query)
  const { number: count_number, all_rows: among, sampled } = count
  const scale = among / Math.max(1, sampled)
  const rowsOf = (word: string): number => (counted.get(word)?.rows ?? 0) * scale
  const forms = new Set([...query.forms, ...[...beginnings.values()].sort()])
  const unfiltered = query.alternatives.reduce(
    (sum, { required }) =>
      sum +
      rowsWithAll(
        required.map((part) => rowsOfPart(part, rowsOf, among)),
        among,
      ),
    0,
  )
  const required = requiredForms(query)
  // If a beginning is no word itself, it says nothing about the rows.
  const said = [...forms].filter((form) => counted.has(form) || !query.prefixes.has(form))
  const terms = said.map((form): RankedTerm => {
    const found = rowsOf(form)
    return {
      form,
      weight: weightOf({ rows: found, among }),
      rows: required.has(form) ? found : Math.max(found, unfiltered),
      tiers: TIERS.map((_, tier) => (counted.get(form)?.tiers?.[tier] ?? 0) * scale),
    }
  })
  const shares = filters.map((filter) => rowsOf(filter) / among).sort((one, other) => one - other)
  const share = shares.reduce((product, next, index) => product * (index === 0 ? next : Math.sqrt(next)), 1)
  return { count_number, terms, matches: Math.min(among, unfiltered) * share }
}

/** Words that appear together more often than by chance: between the rarest alone and chance. */
function rowsWithAll(rows: readonly number[], among: number): number {
  if (rows.length === 0) return among
  const byChance = rows.reduce((product, found) => (product * found) / among, among)
  return Math.sqrt(Math.min(...rows) * byChance)
}

const formsIn = ({ query }: QueryPart): string[] =>
  [...query.matchAll(/'(?<form>[^']+)'(?!:\*)/g)].map(({ groups }) => groups!.form!)

function rowsOfPart(part: QueryPart, rowsOf: (word: string) => number, among: number): number {
  if (part.query.includes(':*')) return among / 10
  const rows = formsIn(part).map(rowsOf)
  return part.query.includes('|') ? Math.max(...rows) : rowsWithAll(rows, among)
}

/** The words that every match has. */
function requiredForms({ alternatives }: SearchQuery): ReadonlySet<string> {
  if (alternatives.length !== 1) return new Set()
  return new Set(
    alternatives[0]!.required.flatMap((part) => (/[|]|:\*/.test(part.query) ? [] : formsIn(part))),
  )
}
