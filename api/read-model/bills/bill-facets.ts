import type { BillFacet, BillFacets } from '../../../schemas/http/bills/bill-facets.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { hasOwnWords, hasTextWords, wordsQuery } from '../ranking/word-matches.ts'
import { type BillFilters, filterConditions, hasIdentifier } from './bill-filters.ts'

/** At most so many bills are counted for a facet, the newest first. */
const MAX_COUNTED = 10_000
/** Values of one facet that are shown. */
const MAX_VALUES = 50

type On = { readonly schema: string; readonly bind: Bindings['bind'] }

type CountRow = {
  readonly id: number
  readonly facet: BillFacet | null
  readonly value: string | null
  readonly count: number
}

/**
 * Counts the bills that match by the values of each facet, in one statement. The facet's own filter does not count, so its
 * other values show what a reader would find with them. Facets without a filter of their own share one reading.
 */
export async function readBillFacets(
  model: ReadModel,
  filters: BillFilters,
  facets: readonly BillFacet[],
): Promise<BillFacets> {
  const groups = [...Map.groupBy(facets, (facet) => (filters[facet] === undefined ? null : facet))]
  const { rows } = await model.read<CountRow>(
    (schema, bind) => {
      const readings = groups.map(([own], at) => {
        const others = own === null ? filters : { ...filters, [own]: undefined }
        return `found_${at} AS MATERIALIZED (${matching(others, { schema, bind })})`
      })
      const counts = groups.flatMap(([, members], at) => [
        ...members.map((facet) => countsOf(facet, `found_${at}`)),
        `SELECT NULL AS facet, NULL AS value, count(*) AS count FROM found_${at}`,
      ])
      return `WITH ${readings.join(', ')}
        SELECT row_number() OVER (ORDER BY c.count DESC, c.value) AS id, c.facet, c.value, c.count::integer AS count
        FROM (${counts.map((count) => `(${count})`).join(' UNION ALL ')}) c ORDER BY 1`
    },
    { custom_plan: true },
  )
  const valuesOf = (facet: BillFacet) =>
    rows.filter((row) => row.facet === facet).map(({ value, count }) => ({ value: value!, count }))
  return {
    ...Object.fromEntries(facets.map((facet) => [facet, valuesOf(facet)])),
    is_capped: rows.some(({ facet, count }) => facet === null && count > MAX_COUNTED),
  }
}

/** The bills that match, the newest first: by number, or if none has it, by words. */
function matching(filters: BillFilters, on: On): string {
  const { q, ...others } = filters
  const { schema, bind } = on
  const columns = 't.id, t.jurisdiction, t.session, t.status, t.chamber, t.subjects'
  const conditions = (table: string) => [
    `NOT ${table}.deleted`,
    ...filterConditions(others, { schema, bind, table }),
  ]
  const limited = (selected: string, way: readonly string[]) => `
    SELECT ${selected} FROM ${schema}.bills t WHERE ${[...conditions('t'), ...way].join(' AND ')}
    ORDER BY t.id DESC LIMIT ${MAX_COUNTED + 1}`
  if (q === undefined) return limited(columns, [])
  const query = wordsQuery(q, bind)
  const numbered = [hasIdentifier(q, bind, 'b'), ...conditions('b')].join(' AND ')
  const isWords = `NOT EXISTS (SELECT FROM ${schema}.bills b WHERE ${numbered})`
  const ways = [
    [hasIdentifier(q, bind)],
    [isWords, hasOwnWords(schema, query)],
    [isWords, hasTextWords(schema, query)],
  ].map((way) => `(${limited('t.id', way)})`)
  return `SELECT ${columns} FROM ${schema}.bills t WHERE t.id IN (${ways.join(' UNION ')})
    ORDER BY t.id DESC LIMIT ${MAX_COUNTED + 1}`
}

/** Subjects are equal in any case, and shown as most bills print them. */
const countsOf = (facet: BillFacet, found: string): string =>
  facet === 'subject'
    ? `SELECT 'subject' AS facet, mode() WITHIN GROUP (ORDER BY s.printed) AS value, count(DISTINCT f.id) AS count
       FROM ${found} f CROSS JOIN LATERAL unnest(f.subjects) s (printed)
       GROUP BY lower(s.printed) ORDER BY count(DISTINCT f.id) DESC, lower(s.printed) LIMIT ${MAX_VALUES}`
    : `SELECT '${facet}' AS facet, f.${facet} AS value, count(*) AS count FROM ${found} f
       WHERE f.${facet} IS NOT NULL GROUP BY f.${facet} ORDER BY count(*) DESC, f.${facet} LIMIT ${MAX_VALUES}`
