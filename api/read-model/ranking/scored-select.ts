import { filterMarks } from '../../../runtime/ranking/filter-lexeme.ts'
import { tierLexeme } from '../../../runtime/ranking/impact-tiers.ts'
import type { Cell, Region } from '../../../runtime/ranking/search-region.ts'
import type { Alternative, QueryPart } from '../../../runtime/words/search-query.ts'
import { type PageRequest, weightWith, withinBytes } from '../../paging/page-select.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import type { ExactSearch, JoinedLater, RankedScope } from './exact-search.ts'
import { boundImpactOf } from './impact-of.ts'
import { liveCountNumber } from './word-counts.ts'
import type { WordWeights } from './word-weights.ts'

type Bind = Bindings['bind']

/** Passages come from texts that are read with the row. */
const PASSAGE_WEIGHT = weightWith('title', 'identifiers', 'subjects', 'abstracts')

/**
 * Selects the best rows of a region, and for all of them: how many were found, the lowest score, the live count of words, and
 * whether only the `most` best matches were joined.
 */
export function scoredSelect(
  scope: RankedScope,
  page: PageRequest,
  search: ExactSearch,
  { terms }: WordWeights,
  { region, most }: { readonly region: Region; readonly most: number | undefined },
): string {
  const { bind } = scope
  const hasWords = isInRegion(search, region, bind)
  const score = terms.map(({ form, weight }) => `${bind(weight)}::integer * ${boundImpactOf(form, bind)}`)
  const scored = { score: score.join(' + '), hasWords, after: page.after, most }
  const first = most === undefined ? undefined : firstSelect(search, scored, bind)
  const { from, conditions } = search.from(scope, first && BEST_FIRST)
  const later = search.later?.(scope)
  const where = first === undefined ? [hasWords, ...conditions] : ['true', ...conditions]
  const { columns, joins } = search.shown(scope)
  const rows = `
    SELECT ${columns}, r.score, r.day::text AS day, s.*
    FROM best r CROSS JOIN (
      SELECT count(*)::integer AS found, min(b.score) AS lowest, ${liveCountNumber(search.table)} AS live_count,
        ${first === undefined ? 'false' : `(SELECT count(*) FROM ${BEST_FIRST}) >= ${bind(most)}`} AS is_cut
      FROM best b
    ) s ${joins}
    ORDER BY r.score DESC, r.day DESC, r.id DESC`
  const best = terms.length === 0 ? newestSelect : highestSelect
  const rowScore = first === undefined ? scored.score : 'w.score'
  return `
    WITH ${first === undefined ? '' : `${BEST_FIRST} AS MATERIALIZED (${first}),`} best AS MATERIALIZED (
      ${best({ bind, from, where, later, day: search.day, score: rowScore, after: page.after })} LIMIT ${bind(page.limit + 1)}
    )
    ${withinBytes(page, rows, PASSAGE_WEIGHT, bind)}`
}

/** The best matches of a table of words alone. */
const BEST_FIRST = 'best_first'

/** Selects the keys of the best matches of a table of words alone, and of all that score as much as the last of them. */
function firstSelect(
  { ranked_first }: ExactSearch,
  scored: {
    readonly score: string
    readonly hasWords: string
    readonly after: PageRequest['after']
    readonly most: number | undefined
  },
  bind: Bind,
): string | undefined {
  if (ranked_first === undefined) return undefined
  const { table, key } = ranked_first
  const [, scoreBefore] = scored.after ?? []
  return `
    SELECT f.${key}, f.score FROM (
      SELECT w.${key}, ${scored.score} AS score FROM ${table} w WHERE ${scored.hasWords} OFFSET 0
    ) f ${scoreBefore === undefined ? '' : `WHERE f.score <= ${bind(scoreBefore)}::integer`}
    ORDER BY f.score DESC FETCH FIRST (${bind(scored.most)}::bigint) ROWS WITH TIES`
}

type BestOf = {
  readonly bind: Bind
  readonly from: string
  readonly where: readonly string[]
  readonly later: JoinedLater | undefined
  readonly day: string
  readonly score: string
  readonly after: PageRequest['after']
}

function highestSelect({ bind, from, where, later, day, score, after }: BestOf): string {
  const [, scoreBefore, dayBefore, idBefore] = after ?? []
  const isAfter =
    after === undefined
      ? ''
      : `WHERE (c.score, c.day, c.id) < (${bind(scoreBefore)}::integer, ${bind(dayBefore)}::date, ${bind(idBefore)}::bigint)`
  const inOrder = 'ORDER BY c.score DESC, c.day DESC, c.id DESC'
  const ranked = `
    SELECT c.id, c.day, c.score FROM (
      SELECT w.id, ${day} AS day, ${score} AS score FROM ${from} WHERE ${where.join(' AND ')} OFFSET 0
    ) c ${isAfter} ${inOrder}`
  if (later === undefined) return ranked
  return `SELECT c.id, c.day, c.score FROM (${ranked} OFFSET 0) c ${lookedUp(later, 'c')} ${inOrder}`
}

/** Looks up each row `of` a table. A plan that reads all rows that meet the conditions would be far slower if words are rarer than thought. */
export const lookedUp = ({ table, conditions }: JoinedLater, of: string): string =>
  `CROSS JOIN LATERAL (SELECT FROM ${table} WHERE t.id = ${of}.id AND ${conditions.join(' AND ')} OFFSET 0) l`

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
export function isInRegion(
  { query, filters, unwanted }: Pick<ExactSearch, 'query' | 'filters' | 'unwanted'>,
  { cells }: Region,
  bind: Bind,
): string {
  const marks = filterMarks(filters, unwanted)
  const queries = query.alternatives.flatMap((alternative) =>
    cells.map((cell) => [...partsIn(alternative, cell), ...marks].join(' & ')),
  )
  const inRegion = queries.map((one) => `w.words @@ ${bind(one)}::tsquery`)
  return inRegion.length === 0 ? 'false' : `(${inRegion.join(' OR ')})`
}

/** A row that reaches a tier of a word has the word, and its beginning. */
function partsIn({ required, unwanted }: Alternative, cell: Cell): string[] {
  const inTier = cell.map(({ form }) => form)
  const isMet = ({ form, prefix }: QueryPart): boolean =>
    inTier.some((word) => word === form || (prefix !== undefined && word.startsWith(prefix)))
  return [
    ...cell.map(({ form, tier }) => `'${tierLexeme(form, tier)}'`),
    ...required.filter((part) => !isMet(part)).map(({ query }) => query),
    ...unwanted.map(({ query }) => `!${query}`),
  ]
}
