import { searchQuery } from '../../../runtime/words/search-query.ts'
import type { BillFacet, BillFacets } from '../../../schemas/http/bills/bill-facets.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { isServed, wordsQuery } from '../ranking/word-matches.ts'
import { type BillFilters, filterConditions, hasIdentifier } from './bill-filters.ts'
import { billsWithOwnWords } from './bill-words-scope.ts'

/** At most so many bills are counted for a facet, the newest first. To find bills by words takes longer than to read them. */
const MAX_COUNTED = 10_000
const MAX_COUNTED_BY_WORDS = 2_000
/** Values of one facet that are shown. */
const MAX_VALUES = 50

const mostOf = ({ q }: BillFilters): number => (q === undefined ? MAX_COUNTED : MAX_COUNTED_BY_WORDS)

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
    is_capped: rows.some(({ facet, count }) => facet === null && count > mostOf(filters)),
  }
}

/**
 * The bills that match, the newest first: by number, or if none has it, by words. As in a ranked list, those that have the
 * words only in their text come after the others, so they are looked up if the others are not enough.
 */
function matching(filters: BillFilters, on: On): string {
  const { q, ...others } = filters
  const { schema, bind } = on
  const conditionsOf = (table: string) =>
    [`NOT ${table}.deleted`, ...filterConditions(others, { schema, bind, table })].join(' AND ')
  const columns = 't.id, t.jurisdiction, t.session, t.status, t.chamber, t.subjects'
  if (q === undefined) {
    return `SELECT ${columns} FROM ${schema}.bills t WHERE ${conditionsOf('t')}
      ORDER BY t.id DESC LIMIT ${MAX_COUNTED + 1}`
  }
  const newest = (id: string, from: string, conditions: readonly string[]) =>
    `SELECT ${id} AS id FROM ${from} WHERE ${conditions.join(' AND ')}
     ORDER BY ${id} DESC LIMIT ${MAX_COUNTED_BY_WORDS + 1}`
  const isWords = `NOT EXISTS (SELECT FROM ${schema}.bills b WHERE ${hasIdentifier(q, bind, 'b')} AND ${conditionsOf('b')})`
  const own = billsWithOwnWords(others, searchQuery(q).tsquery, on)
  const texts = [
    isWords,
    `x.words @@ ${wordsQuery(q, bind)}`,
    `(SELECT count(*) FROM own) <= ${MAX_COUNTED_BY_WORDS}`,
    "v.kind = 'version'",
    'NOT v.deleted',
    isServed(schema),
    conditionsOf('t'),
  ]
  const versions = `search.text x JOIN ${schema}.bill_versions v ON v.extracted_sha256 = x.sha256
    JOIN ${schema}.bills t ON t.id = v.bill_id`
  return `WITH own AS MATERIALIZED (${newest('w.id', own.from, [isWords, ...own.conditions])}),
      numbered AS (${newest('t.id', `${schema}.bills t`, [hasIdentifier(q, bind), conditionsOf('t')])}),
      by_text AS (${newest('v.bill_id', versions, texts)})
    SELECT ${columns} FROM ${schema}.bills t
    WHERE t.id IN (SELECT id FROM own UNION SELECT id FROM numbered UNION SELECT id FROM by_text)
    ORDER BY t.id DESC LIMIT ${MAX_COUNTED_BY_WORDS + 1}`
}

/** Subjects are equal in any case, and shown as most bills print them. */
const countsOf = (facet: BillFacet, found: string): string =>
  facet === 'subject'
    ? `SELECT 'subject' AS facet, mode() WITHIN GROUP (ORDER BY s.printed) AS value, count(DISTINCT f.id) AS count
       FROM ${found} f CROSS JOIN LATERAL unnest(f.subjects) s (printed)
       GROUP BY lower(s.printed) ORDER BY count(DISTINCT f.id) DESC, lower(s.printed) LIMIT ${MAX_VALUES}`
    : `SELECT '${facet}' AS facet, f.${facet} AS value, count(*) AS count FROM ${found} f
       WHERE f.${facet} IS NOT NULL GROUP BY f.${facet} ORDER BY count(*) DESC, f.${facet} LIMIT ${MAX_VALUES}`
