import type { BillFacet } from '../../../schemas/http/bill-query-values.ts'
import type { BillFacets } from '../../../schemas/http/bills/bill-facets.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import type { BillFilters } from './bill-filters.ts'
import { mostCounted, planCounting } from './counted-bills.ts'
import { countingTables } from './counting-select.ts'

/** Values of one facet that are shown. */
const MAX_VALUES = 50

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
  const countings = await Promise.all(
    [...Map.groupBy(facets, (facet) => (filters[facet] === undefined ? null : facet))].map(([own, members]) =>
      planCounting(model, own === null ? filters : { ...filters, [own]: undefined }, members),
    ),
  )
  const { rows } = await model.read<CountRow>(
    (schema, bind) => {
      const tables = countingTables(countings, { schema, bind })
      const counts = countings.flatMap((counting, at) => [
        ...counting.facets.map((facet) => countsOf(facet, `found_${at}`)),
        `SELECT NULL AS facet, CASE WHEN bool_or(f.is_part) THEN 'part' END AS value, count(*) AS count FROM found_${at} f`,
      ])
      return `WITH ${tables.join(', ')}
        SELECT row_number() OVER (ORDER BY c.count DESC, c.value) AS id, c.facet, c.value, c.count::integer AS count
        FROM (${counts.map((count) => `(${count})`).join(' UNION ALL ')}) c ORDER BY 1`
    },
    { custom_plan: true },
  )
  const valuesOf = (facet: BillFacet) =>
    rows.filter((row) => row.facet === facet).map(({ value, count }) => ({ value: value!, count }))
  return {
    ...Object.fromEntries(facets.map((facet) => [facet, valuesOf(facet)])),
    is_capped: rows.some(
      ({ facet, value, count }) => facet === null && (value !== null || count > mostCounted(filters)),
    ),
  }
}

/** Subjects are equal in any case, and shown as most bills print them. */
const countsOf = (facet: BillFacet, found: string): string =>
  facet === 'subject'
    ? `SELECT 'subject' AS facet, mode() WITHIN GROUP (ORDER BY s.printed) AS value, count(DISTINCT s.id) AS count
       FROM (SELECT f.id, unnest(f.subjects) AS printed FROM ${found} f) s
       GROUP BY lower(s.printed) ORDER BY count(DISTINCT s.id) DESC, lower(s.printed) LIMIT ${MAX_VALUES}`
    : `SELECT '${facet}' AS facet, f.${facet} AS value, count(*) AS count FROM ${found} f
       WHERE f.${facet} IS NOT NULL GROUP BY f.${facet} ORDER BY count(*) DESC, f.${facet} LIMIT ${MAX_VALUES}`
