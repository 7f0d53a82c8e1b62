import type { CountedTable } from '../../../runtime/ranking/counted-tables.ts'
import { TIERS } from '../../../runtime/ranking/impact-tiers.ts'
import type { RankedTerm } from '../../../runtime/ranking/search-region.ts'
import { UNKNOWN_WEIGHT, weightOf } from '../../../runtime/ranking/word-weight.ts'
import type { QueryPart, SearchQuery } from '../../../runtime/words/search-query.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'

/**
 * The most frequent word with a beginning counts in the score; others only match. A row might have several of them, so
 * with more words little would be known about the rows outside of the first tiers.
 */
const WORDS_OF_BEGINNING = 1

/** The words of a search that count, and about how many rows match. */
export type WordWeights = {
  /** The count of words that gave the weights; 0 if there is none yet. A cursor names it. */
  readonly count_number: number
  readonly terms: readonly RankedTerm[]
  readonly matches: number
}

type FrequencyRow = {
  readonly id: string
  readonly count_number: number
  readonly all_rows: number
  readonly sampled: number
  readonly word: string | null
  readonly rows: number | null
  readonly tiers: readonly number[] | null
}

/**
 * Reads the weights of the words of a query. `pinned` is the count that the first page of a walk used. If it is gone,
 * the live one is used. `filters` are lexemes that all matches have. `table` is that of the words.
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
  const { rows } = await model.read<FrequencyRow>((_schema, bind) => {
    const isLive = `c.is_live AND c.counted_table = ${bind(table)}`
    const wanted = pinned === undefined ? isLive : `${isLive} OR c.number = ${bind(pinned)}::integer`
    const first = pinned === undefined ? '' : `ORDER BY c.number = ${bind(pinned)}::integer DESC`
    const beginnings = [...query.prefixes].map(
      (prefix) => `(
        SELECT e.word FROM search.word_frequency e
        WHERE e.count_number = n.number AND e.word >= ${bind(prefix)} AND e.word < ${bind(`${prefix}\u{10FFFF}`)}
        ORDER BY e.rows DESC, e.word LIMIT ${WORDS_OF_BEGINNING})`,
    )
    const words = [`SELECT unnest(${bind([...query.forms, ...filters])}::text[]) AS word`, ...beginnings]
    return `
      SELECT coalesce(f.word, '') AS id, n.number AS count_number, n.rows AS all_rows, n.sampled, f.word, f.rows, f.tiers
      FROM (SELECT c.* FROM search.word_count c WHERE ${wanted} ${first} LIMIT 1) n
      LEFT JOIN LATERAL (
        SELECT e.* FROM (${words.join(' UNION ')}) s
        JOIN search.word_frequency e ON e.count_number = n.number AND e.word = s.word
      ) f ON true`
  })
  return weighed(query, filters, rows)
}

/** Nothing was counted yet, so all matches are ranked, and every word weighs the same. */
const unweighed = ({ forms }: SearchQuery): WordWeights => ({
  count_number: 0,
  terms: [...forms].map((form) => ({ form, weight: UNKNOWN_WEIGHT, rows: 0, tiers: [] })),
  matches: 0,
})

function weighed(query: SearchQuery, filters: readonly string[], rows: readonly FrequencyRow[]): WordWeights {
  const [first] = rows
  if (first === undefined || first.all_rows === 0) return unweighed(query)
  const { count_number, all_rows: among, sampled } = first
  const scale = among / Math.max(1, sampled)
  const counted = new Map(rows.flatMap((row) => (row.word === null ? [] : [[row.word, row]])))
  const rowsOf = (word: string): number => (counted.get(word)?.rows ?? 0) * scale
  const isFilter = new Set(filters)
  const forms = new Set([...query.forms, ...[...counted.keys()].filter((word) => !isFilter.has(word)).sort()])
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
