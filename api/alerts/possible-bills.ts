import { keywordOf, ROUTINE_KEYWORD } from '../../projections/projectors/content/bill-content.ts'
import { type QueryPart, searchQuery } from '../../runtime/words/search-query.ts'
import type { BillFilters } from '../read-model/bills/bill-filters.ts'
import { readingsOf } from '../read-model/bills/number-readings.ts'
import { servedText } from '../read-model/ranking/word-matches.ts'
import type { ReadModel } from '../read-schema/live-schema.ts'

/** What every bill that a search finds has. It is less than the search asks, and quick to compare. */
export type Needs = {
  readonly jurisdiction: string | undefined
  readonly status: string | undefined
  readonly chamber: string | undefined
  readonly keywords: readonly string[]
  readonly q: NeededWords | undefined
}

type NeededWords = {
  /** Keys of the number of a bill. */
  readonly numbers: readonly string[]
  /**
   * A bill has the words if, for one of the alternatives, it has a word of each list. It is undefined if the search needs
   * no word, because then every bill is possible.
   */
  readonly alternatives: readonly (readonly (readonly string[])[])[] | undefined
}

export function needsOf({ q, ...filters }: BillFilters): Needs {
  const { jurisdiction, status, chamber, routine } = filters
  const keywords = (['subject', 'classification'] as const).flatMap((kind) => {
    const printed = filters[kind]
    return printed === undefined ? [] : [keywordOf(kind, printed)]
  })
  if (routine === true) keywords.push(ROUTINE_KEYWORD)
  return { jurisdiction, status, chamber, keywords, q: q === undefined ? undefined : neededWords(q) }
}

function neededWords(q: string): NeededWords {
  const alternatives = searchQuery(q).alternatives.map(({ required }) =>
    required.filter(({ prefix }) => prefix === undefined).map(wordsOf),
  )
  const isAny = alternatives.some((required) => required.length === 0)
  return { numbers: readingsOf(q).map(({ key }) => key), alternatives: isAny ? undefined : alternatives }
}

/** A bill that matches a part of a query has at least one word of it. */
const wordsOf = ({ query }: QueryPart): string[] => [...query.matchAll(/'([^']+)'/g)].map(([, word]) => word!)

type BriefBill = {
  readonly id: number
  readonly jurisdiction: string
  readonly status: string | null
  readonly chamber: string | null
  readonly identifier_key: string | null
  readonly keywords: readonly string[]
}

/** Returns for each search those of these bills that it may find. */
export async function readPossible(
  model: ReadModel,
  searches: readonly Needs[],
  billIds: readonly number[],
): Promise<number[][]> {
  const { rows } = await model.read<BriefBill>(
    (schema, bind) => `SELECT t.id, t.jurisdiction, t.status, t.chamber, t.identifier_key, t.keywords
      FROM ${schema}.bills t WHERE t.id = ANY (${bind(billIds)}::bigint[]) AND t.present AND NOT t.deleted`,
  )
  const byPlace = Map.groupBy(rows, ({ jurisdiction }) => jurisdiction)
  const fitting = searches.map((needs) => {
    const bills = needs.jurisdiction === undefined ? rows : (byPlace.get(needs.jurisdiction) ?? [])
    return bills.filter((bill) => fits(bill, needs))
  })
  const asked = new Set<string>()
  for (const [index, { q }] of searches.entries())
    if (fitting[index]!.length > 0) for (const word of q?.alternatives?.flat(2) ?? []) asked.add(word)
  const byWord = await readBillsByWord(
    model,
    rows.map(({ id }) => id),
    [...asked],
  )
  return searches.map(({ q }, index) => possibleOf(fitting[index]!, q, byWord))
}

const fits = (bill: BriefBill, { status, chamber, keywords }: Needs): boolean =>
  (status === undefined || bill.status === status) &&
  (chamber === undefined || bill.chamber === chamber) &&
  keywords.every((keyword) => bill.keywords.includes(keyword))

type BillsByWord = ReadonlyMap<string, ReadonlySet<number>>

function possibleOf(
  fitting: readonly BriefBill[],
  q: NeededWords | undefined,
  byWord: BillsByWord,
): number[] {
  if (fitting.length === 0) return []
  if (q === undefined || q.alternatives === undefined) return fitting.map(({ id }) => id)
  const having = q.alternatives.map((required) => withAll(required, byWord))
  const isNumbered = ({ identifier_key }: BriefBill) =>
    identifier_key !== null && q.numbers.includes(identifier_key)
  return fitting
    .filter((bill) => isNumbered(bill) || having.some((ids) => ids.has(bill.id)))
    .map(({ id }) => id)
}

/** Bills that have one word of each list. */
function withAll(required: readonly (readonly string[])[], byWord: BillsByWord): ReadonlySet<number> {
  let found: ReadonlySet<number> | undefined
  for (const words of required) {
    const having = new Set(words.flatMap((word) => [...(byWord.get(word) ?? [])]))
    found = found === undefined ? having : found.intersection(having)
    if (found.size === 0) break
  }
  return found ?? new Set()
}

/** Which of these bills have each of these words, in their own words or in the text by which they are searched. */
async function readBillsByWord(
  model: ReadModel,
  billIds: readonly number[],
  words: readonly string[],
): Promise<BillsByWord> {
  if (words.length === 0 || billIds.length === 0) return new Map()
  const { rows } = await model.read<{ id: number; words: string[] }>(
    (schema, bind) => {
      const list = `${bind(words)}::text[]`
      return `SELECT t.id, array_agg(DISTINCT u.lexeme) AS words FROM ${schema}.bills t
        CROSS JOIN LATERAL (
          SELECT w.words FROM ${schema}.bill_words w WHERE w.id = t.id
          UNION ALL SELECT x.words FROM search.text x WHERE x.sha256 = ${servedText(schema)}
        ) d CROSS JOIN LATERAL unnest(d.words) u
        WHERE t.id = ANY (${bind(billIds)}::bigint[]) AND u.lexeme = ANY (${list}) GROUP BY t.id`
    },
    // The list of words is hashed only if the plan knows it.
    { custom_plan: true },
  )
  const byWord = new Map<string, Set<number>>()
  for (const { id, words: own } of rows)
    for (const word of own) {
      const ids = byWord.get(word) ?? new Set()
      byWord.set(word, ids.add(id))
    }
  return byWord
}
