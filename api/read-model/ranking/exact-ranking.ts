import type { CountedTable } from '../../../runtime/ranking/counted-tables.ts'
import { tierLexeme } from '../../../runtime/ranking/impact-tiers.ts'
import { type Cell, EVERYTHING, type Region, SearchGrid } from '../../../runtime/ranking/search-region.ts'
import type { Alternative, QueryPart, SearchQuery } from '../../../runtime/words/search-query.ts'
import { type PageRequest, type PageRow, weightWith, withinBytes } from '../../paging/page-select.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import type { Feed, ReadModel } from '../../read-schema/live-schema.ts'
import { boundImpactOf } from './impact-of.ts'
import { liveCountNumber, rememberLiveCount } from './word-counts.ts'
import { readWordWeights, type WordWeights } from './word-weights.ts'

/** So few matches are all ranked, because dividing them would cost more. */
const RANKED_WHOLE = 2_000
/** The same for texts of bills, whose lists of words are long. */
export const RANKED_TEXTS = 300
/** A first read takes rows for this many pages, and a further one several times as many. */
const PAGES_AT_FIRST = 3
const GROWTH = 8
/** After this many reads all matches are ranked. */
const MAX_DIVIDED_READS = 3

type Bind = Bindings['bind']
export type RankedScope = { readonly schema: string; readonly bind: Bind }

export type RankedFrom = {
  readonly from: string
  readonly conditions: readonly string[]
  /** A table `t` of the same ids with conditions that are looked up from the best row on, until the page is full. */
  readonly later?: { readonly table: string; readonly conditions: readonly string[] }
}

/** What is searched. */
export type ExactSearch = {
  readonly table: CountedTable
  readonly order: 'word_score' | 'text_score'
  readonly query: SearchQuery
  /** Lexemes that a match has, and one that it does not have. */
  readonly filters: readonly string[]
  readonly unwanted: readonly string[]
  /** About the share of rows that meet the conditions; undefined if so few that all of them are ranked. */
  readonly share: number | undefined
  /** True if one plan is good for all words and filters. */
  readonly is_planned_once: boolean
  /** The FROM of words `w`, with `id`, `words`, `terms` and `impacts`, and with the tables of the conditions. */
  readonly from: (scope: RankedScope) => RankedFrom
  /** The day of a row. Of rows that score the same, the newest comes first. */
  readonly day: string
  /** Selects the columns of rows `r` of the table `best`. It continues with further tables. */
  readonly shown: (scope: RankedScope) => { readonly columns: string; readonly joins: string }
}

/** The columns that continue a walk. */
export type ScoredRow = PageRow & {
  readonly id: number
  readonly score: number
  readonly day: string
  readonly order: ExactSearch['order']
  readonly count_number: number
}
type FoundRow = ScoredRow & {
  readonly found: number
  readonly lowest: number
  readonly live_count: number | null
}

export type ScoredPage<R> = {
  readonly feed: Feed
  readonly rows: R[]
  /** True if more matches follow. */
  readonly is_full: boolean
  readonly count_number: number
}

/**
 * Reads a page of the matches in the exact order of their scores (BM25F), then the newest first. It first asks the index
 * for the rows whose words reach high tiers. It is known what any other row can score at most. If a row of the page
 * scores no more than that, further rows are read.
 */
export async function readBestRows<R extends ScoredRow>(
  model: ReadModel,
  page: PageRequest,
  search: ExactSearch,
  ranked_whole = RANKED_WHOLE,
): Promise<ScoredPage<R>> {
  const [pinned, score] = (page.after ?? []) as readonly number[]
  const weights = await readWordWeights(model, search.query, {
    pinned,
    filters: search.filters,
    table: search.table,
  })
  const matches = weights.matches * (search.share ?? 0)
  const grid = matches <= ranked_whole ? undefined : new SearchGrid(weights.terms, matches)
  // Without words that count, the number of matches decides whether the newest are read from another index.
  const isPlannedOnce = search.is_planned_once && weights.terms.length > 0
  let wanted = PAGES_AT_FIRST * (page.limit + 1)
  let region = grid?.regionOf(wanted, score) ?? EVERYTHING
  for (let reads = 1; ; reads += 1) {
    const asked = region
    const { feed, rows } = await model.read<FoundRow>(
      (schema, bind) => scoredSelect({ schema, bind }, page, search, weights, asked),
      isPlannedOnce ? { one_plan: true } : { custom_plan: true },
    )
    const { found = 0, lowest = 0, live_count } = rows[0] ?? {}
    rememberLiveCount(model, search.table, live_count ?? undefined)
    const hasAll = found > page.limit
    if (grid === undefined || asked.outside === undefined || (hasAll && lowest > asked.outside)) {
      const { count_number } = weights
      const placed = rows.map((row) => ({ ...row, order: search.order, count_number }) as unknown as R)
      // The bytes of a page may leave out rows that were found.
      return { feed, rows: placed, is_full: hasAll || rows.length < found, count_number }
    }
    wanted *= GROWTH
    if (reads >= MAX_DIVIDED_READS) region = EVERYTHING
    else region = hasAll ? grid.regionReaching(lowest) : grid.regionOf(wanted, score)
  }
}

/** The rest of a page after its first rows: those of another search, from its beginning. */
export async function followedBy<F extends PageRow, R extends ScoredRow>(
  first: { readonly feed: Feed; readonly rows: readonly F[] },
  page: PageRequest,
  read: (rest: PageRequest) => Promise<ScoredPage<R>>,
): Promise<{ readonly feed: Feed; readonly rows: (F | R)[] }> {
  const before = first.rows.at(-1)?.bytes_through ?? 0
  const limit = page.limit - first.rows.length
  const { rows } = await read({ ...page, after: undefined, limit, bytes: page.bytes - before })
  const rest = rows.map((row) => ({ ...row, bytes_through: before + (row.bytes_through ?? 0) }))
  return { feed: first.feed, rows: [...first.rows, ...rest] }
}

/** Passages come from texts that are read with the row. */
const PASSAGE_WEIGHT = weightWith('title', 'identifiers', 'subjects', 'abstracts')

function scoredSelect(
  scope: RankedScope,
  page: PageRequest,
  search: ExactSearch,
  { terms }: WordWeights,
  region: Region,
): string {
  const { bind } = scope
  const { from, conditions, later } = search.from(scope)
  const inRegion = queriesOf(search, region).map((query) => `w.words @@ ${bind(query)}::tsquery`)
  const hasWords = inRegion.length === 0 ? 'false' : `(${inRegion.join(' OR ')})`
  const where = [hasWords, ...conditions]
  const { columns, joins } = search.shown(scope)
  const rows = `
    SELECT ${columns}, r.score, r.day::text AS day, s.found, s.lowest, s.live_count
    FROM best r CROSS JOIN (
      SELECT count(*)::integer AS found, min(b.score) AS lowest, ${liveCountNumber(search.table)} AS live_count FROM best b
    ) s ${joins}
    ORDER BY r.score DESC, r.day DESC, r.id DESC`
  const best = terms.length === 0 ? newestSelect : highestSelect
  return `
    WITH best AS MATERIALIZED (
      ${best({ bind, from, where, later, day: search.day, terms, after: page.after })} LIMIT ${bind(page.limit + 1)}
    )
    ${withinBytes(page, rows, PASSAGE_WEIGHT, bind)}`
}

type BestOf = {
  readonly bind: Bind
  readonly from: string
  readonly where: readonly string[]
  readonly later: RankedFrom['later']
  readonly day: string
  readonly terms: WordWeights['terms']
  readonly after: PageRequest['after']
}

function highestSelect({ bind, from, where, later, day, terms, after }: BestOf): string {
  const score = terms.map(({ form, weight }) => `${bind(weight)}::integer * ${boundImpactOf(form, bind)}`)
  const [, scoreBefore, dayBefore, idBefore] = after ?? []
  const isAfter =
    after === undefined
      ? ''
      : `WHERE (c.score, c.day, c.id) < (${bind(scoreBefore)}::integer, ${bind(dayBefore)}::date, ${bind(idBefore)}::bigint)`
  const inOrder = 'ORDER BY c.score DESC, c.day DESC, c.id DESC'
  const ranked = `
    SELECT c.id, c.day, c.score FROM (
      SELECT w.id, ${day} AS day, ${score.join(' + ')} AS score FROM ${from} WHERE ${where.join(' AND ')} OFFSET 0
    ) c ${isAfter} ${inOrder}`
  if (later === undefined) return ranked
  return `
    SELECT c.id, c.day, c.score FROM (${ranked} OFFSET 0) c JOIN ${later.table} ON t.id = c.id
    WHERE ${later.conditions.join(' AND ')} ${inOrder}`
}

/** If no word counts, all matches score the same, and an index has the newest ones. */
function newestSelect({ bind, from, where, later, day, after }: BestOf): string {
  const [, , dayBefore, idBefore] = after ?? []
  const all = [...where, ...(later?.conditions ?? [])]
  const conditions =
    after === undefined
      ? all
      : [...all, `(${day}, w.id) < (${bind(dayBefore)}::date, ${bind(idBefore)}::bigint)`]
  return `
    SELECT w.id, ${day} AS day, 0 AS score
    FROM ${from} ${later === undefined ? '' : `JOIN ${later.table} ON t.id = w.id`} WHERE ${conditions.join(' AND ')}
    ORDER BY ${day} DESC, w.id DESC`
}

/** One query for each cell and alternative: the index answers several small ones faster than one large one. */
function queriesOf({ query, filters, unwanted }: ExactSearch, { cells }: Region): string[] {
  const marks = [...filters.map(quoted), ...unwanted.map((lexeme) => `!${quoted(lexeme)}`)]
  return query.alternatives.flatMap((alternative) =>
    cells.map((cell) => [...partsIn(alternative, cell), ...marks].join(' & ')),
  )
}

const quoted = (lexeme: string): string => `'${lexeme}'`

/** A row that reaches a tier of a word has the word, and its beginning. */
function partsIn({ required, unwanted }: Alternative, cell: Cell): string[] {
  const inTier = cell.map(({ form }) => form)
  const isMet = ({ form, prefix }: QueryPart): boolean =>
    inTier.some((word) => word === form || (prefix !== undefined && word.startsWith(prefix)))
  return [
    ...cell.map(({ form, tier }) => quoted(tierLexeme(form, tier))),
    ...required.filter((part) => !isMet(part)).map(({ query }) => query),
    ...unwanted.map(({ query }) => `!${query}`),
  ]
}
