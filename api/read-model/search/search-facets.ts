import type { SearchFacets, SearchKind } from '../../../schemas/http/service/search.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import type { SearchRequest } from './search.ts'
import { type Source, sourcesOf } from './search-sources.ts'

/** At most this many matches are counted, the newest of each kind first. */
const MAX_COUNTED = 2_000

type CountRow = {
  readonly id: number
  readonly facet: 'all' | 'kind' | 'jurisdiction' | 'year'
  readonly value: string | null
  readonly count: number
}

/**
 * Counts the matches by kind, jurisdiction and year in one statement; by number if they were found by number.
 */
export async function readFacets(
  model: ReadModel,
  { q, filters, today }: SearchRequest & { readonly q: string },
  foundBy: 'number' | 'words',
): Promise<SearchFacets> {
  const { rows } = await model.read<CountRow>(
    (schema, bind) => {
      const sources = sourcesOf(filters, 'word_scores', { schema, bind, today })
      const fitting = sources.flatMap((source) =>
        foundBy === 'number' ? [numbered(source, q)] : worded(source, q),
      )
      return countSelect(fitting)
    },
    { custom_plan: true },
  )
  const of = (facet: CountRow['facet']) => rows.filter((row) => row.facet === facet)
  return {
    kind: of('kind').map(({ value, count }) => ({ value: value as SearchKind, count })),
    jurisdiction: of('jurisdiction').map(({ value, count }) => ({ value: value!, count })),
    year: of('year').map(({ value, count }) => ({ value: value === null ? null : Number(value), count })),
    is_capped: (of('all')[0]?.count ?? 0) >= MAX_COUNTED,
  }
}

function numbered({ kind, from, conditions, hasNumber }: Source, q: string): string {
  const where = [...conditions(), 'NOT t.deleted', hasNumber(q)].join(' AND ')
  return `SELECT '${kind}' AS kind, t.id, t.jurisdiction, t.entered_on AS day FROM ${from} t WHERE ${where}
    ORDER BY t.id DESC LIMIT ${MAX_COUNTED}`
}

const worded = ({ kind, ways }: Source, q: string): string[] =>
  ways(q).map(
    ({ from, day, conditions }) => `
      SELECT '${kind}' AS kind, w.id, w.jurisdiction, nullif(${day}, '-infinity') AS day FROM ${from}
      WHERE ${conditions.join(' AND ')} ORDER BY ${day} DESC, w.id DESC LIMIT ${MAX_COUNTED}`,
  )

/** A row that is found in two ways is counted once. Counts of each kind of value, and of all. */
const countSelect = (fitting: readonly string[]): string => `
  SELECT row_number() OVER (ORDER BY c.count DESC, c.value) AS id, c.* FROM (
    SELECT CASE WHEN GROUPING(m.kind) = 0 THEN 'kind' WHEN GROUPING(m.jurisdiction) = 0 THEN 'jurisdiction'
        WHEN GROUPING(m.year) = 0 THEN 'year' ELSE 'all' END AS facet,
      coalesce(m.kind, m.jurisdiction, m.year::text) AS value, count(*)::integer AS count
    FROM (
      SELECT f.kind, f.jurisdiction, extract(year FROM f.day)::integer AS year
      FROM (${fitting.map((select) => `(${select})`).join(' UNION ')}) f
      ORDER BY f.day DESC NULLS LAST, f.id DESC LIMIT ${MAX_COUNTED}
    ) m
    GROUP BY GROUPING SETS ((m.kind), (m.jurisdiction), (m.year), ())
  ) c ORDER BY 1`
