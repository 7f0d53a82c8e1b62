import { type PageRequest, type PageRow, weightWith, withinBytes } from '../../../api/paging/page-select.ts'
import type { Bindings } from '../../../api/read-schema/bindings.ts'
import type { Feed, ReadModel } from '../../../api/read-schema/live-schema.ts'

/**
 * So many rows are ranked together: of a query that more fit, the newest first, then the next as many. A page costs no
 * more than that, and every row that fits is listed once.
 */
const RANKED_TOGETHER = 1_000
/** New rows may match within the bounds of a walk while it continues. */
const MAX_RANKED = 2 * RANKED_TOGETHER

/** How new a row is: the day on which it was introduced or published, then its id. */
type Newness = readonly [day: string, id: number]
const NEWER_THAN_ALL: Newness = ['9999-12-31', Number.MAX_SAFE_INTEGER]
const OLDEST_OF_ALL: Newness = ['-infinity', 0]

/** Below `newest`, and down to `oldest`, which is not known before they were looked for. */
type Window = { readonly newest: Newness; readonly oldest: Newness | undefined }
type Place = readonly (string | number)[] | undefined

export type RankedPageRow = PageRow & {
  readonly id: number
  readonly score: number
  readonly day: string
  readonly oldest_day: string
  readonly oldest_id: number
  readonly window?: readonly (string | number)[]
}

/** Inputs of a statement over one window. */
export type RankedContext = {
  readonly schema: string
  readonly bind: Bindings['bind']
  readonly window: Window
  readonly place: Place
  readonly limit: number
  readonly bytes: number
}

export type RankedPage<R> = {
  readonly feed: Feed
  readonly rows: R[]
  /** Whether there is one row more than the page may hold, by its limit or by its bytes. */
  readonly is_full: boolean
}

/**
 * A page of what fits, the best first: `select` makes the statement over one window. `before` are the first rows of the page,
 * which were found in another way.
 */
export async function readWindows<R extends RankedPageRow>(
  model: ReadModel,
  page: PageRequest,
  select: (context: RankedContext) => string,
  before: readonly R[] = [],
): Promise<RankedPage<R>> {
  let { window, place } = placeIn(page)
  const rows = [...before]
  let feed: Feed | undefined
  for (;;) {
    const limit = page.limit + 1 - rows.length
    const soFar = bytesOf(rows)
    const bytes = page.bytes - soFar
    const found = await model.read<R>(
      (schema, bind) => select({ schema, bind, window, place, limit, bytes }),
      {
        custom_plan: true,
      },
    )
    feed ??= found.feed
    const [first] = found.rows
    const oldest: Newness = first === undefined ? endOf(window) : [first.oldest_day, first.oldest_id]
    const walked = [...window.newest, ...oldest]
    for (const row of found.rows) {
      rows.push({ ...row, window: walked, bytes_through: soFar + (row.bytes_through ?? 0) })
    }
    const isFull = rows.length > page.limit || (rows.length > 1 && bytesOf(rows) > page.bytes)
    if (isFull || isEnd(oldest)) return { feed, rows, is_full: isFull }
    window = { newest: oldest, oldest: undefined }
    place = undefined
  }
}

const bytesOf = (rows: readonly PageRow[]): number => rows.at(-1)?.bytes_through ?? 0

function placeIn({ after }: PageRequest): { window: Window; place: Place } {
  if (after === undefined) return { window: { newest: NEWER_THAN_ALL, oldest: undefined }, place: undefined }
  const [newest_day, newest_id, oldest_day, oldest_id, ...place] = after
  return {
    window: {
      newest: [String(newest_day), Number(newest_id)],
      oldest: [String(oldest_day), Number(oldest_id)],
    },
    place,
  }
}

/** Where nothing was found, and it is not known where that ended, there is no more. */
const endOf = (window: Window): Newness => window.oldest ?? OLDEST_OF_ALL
const isEnd = ([day, id]: Newness): boolean => day === OLDEST_OF_ALL[0] && id === OLDEST_OF_ALL[1]

/** The newest rows of a window that are found in one way: their `words`, to be scored, with `id` and `day`. */
export type MatchSource = {
  /** The FROM of words `w` and their rows `t`. */
  readonly from: string
  readonly words: string
  readonly day: string
  readonly conditions: readonly string[]
  /** How well the words of a candidate `c` fit. */
  readonly score: string
}

/**
 * One statement over a window: candidates by every way to them, each once with its best score, and of these the best after
 * the place, as many as a page may have bytes. `shown` selects their columns from `best r`.
 */
export function rankedSelect(context: RankedContext, sources: readonly MatchSource[], shown: string): string {
  const { bind, window, place, limit } = context
  const most = window.oldest === undefined ? RANKED_TOGETHER : MAX_RANKED
  const after =
    place === undefined
      ? ''
      : `WHERE (c.score, c.day, c.id) < (${bind(place[0])}::integer, ${bind(place[1])}::date, ${bind(place[2])}::bigint)`
  const candidates = sources.map(({ from, words, day, conditions, score }) => {
    const where = [...conditions, ...inWindow(context, day)].join(' AND ')
    const newest = `
      SELECT w.id, ${day} AS day, ${words} AS words FROM ${from} WHERE ${where}
      ORDER BY ${day} DESC, w.id DESC LIMIT ${most}`
    return `SELECT c.id, c.day, ${score} AS score FROM (${newest}) c`
  })
  const rows = `${shown} ORDER BY r.score DESC, r.day DESC, r.id DESC`
  return `
    WITH candidates AS MATERIALIZED (
      SELECT c.id, c.day, max(c.score) AS score FROM (${candidates.join(' UNION ALL ')}) c
      GROUP BY c.id, c.day ORDER BY c.day DESC, c.id DESC LIMIT ${most}
    ), bounds AS (${boundsSelect(window, bind)}), best AS (
      SELECT c.id, c.day, c.score, bounds.day AS oldest_day, bounds.id AS oldest_id
      FROM candidates c CROSS JOIN bounds ${after}
      ORDER BY c.score DESC, c.day DESC, c.id DESC LIMIT ${bind(limit)}
    )
    ${withinBytes(context, rows, PASSAGE_WEIGHT, bind)}`
}

/** Passages are taken of texts that are read with the row. */
const PASSAGE_WEIGHT = weightWith('title', 'identifiers', 'subjects', 'abstracts')

/** The columns that continue the walk. */
export const RANK_COLUMNS =
  'r.score, r.day::text AS day, r.oldest_day::text AS oldest_day, r.oldest_id AS oldest_id'

function inWindow({ bind, window: { newest, oldest } }: RankedContext, day: string): string[] {
  const newness = (beyond: string, [on, id]: Newness) =>
    `(${day}, w.id) ${beyond} (${bind(on)}::date, ${bind(id)}::bigint)`
  return [newness('<', newest), ...(oldest === undefined ? [] : [newness('>=', oldest)])]
}

/** The oldest of what is ranked together: of all that fit where these are fewer than would be. */
function boundsSelect({ oldest }: Window, bind: Bindings['bind']): string {
  if (oldest !== undefined) return `SELECT ${bind(oldest[0])}::date AS day, ${bind(oldest[1])}::bigint AS id`
  const [day, id] = OLDEST_OF_ALL
  return `
    SELECT CASE WHEN o.found < ${RANKED_TOGETHER} THEN '${day}' ELSE o.day END AS day,
      CASE WHEN o.found < ${RANKED_TOGETHER} THEN ${id} ELSE o.id END AS id
    FROM (SELECT count(*) OVER () AS found, c.day, c.id FROM candidates c ORDER BY c.day, c.id LIMIT 1) o`
}
