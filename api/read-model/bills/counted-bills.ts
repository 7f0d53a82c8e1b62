import { EVERYTHING, type Region, SearchGrid } from '../../../runtime/ranking/search-region.ts'
import { searchQuery } from '../../../runtime/words/search-query.ts'
import type { ReadModel, Select } from '../../read-schema/live-schema.ts'
import type { ExactSearch, RankedScope } from '../ranking/exact-search.ts'
import { isInRegion } from '../ranking/scored-select.ts'
import { readWordWeights } from '../ranking/word-weights.ts'
import { type BillFilters, filterConditions, hasIdentifier } from './bill-filters.ts'
import { billScope, billTextScope } from './bill-words-scope.ts'

/** At most so many bills are counted for a facet. To find bills by words takes longer than to read them. */
const MAX_COUNTED = 10_000
const MAX_COUNTED_BY_WORDS = 2_000
const COUNTED_AND_NEXT = MAX_COUNTED_BY_WORDS + 1

/** More rows are asked for than are counted, since the rows of a region are estimated. */
const ROWS_OF_REGION = 2_500
/** So many times as many rows of several words: fewer than by chance reach the tiers of two. */
const FEWER_TOGETHER = 4

export const mostCounted = ({ q }: BillFilters): number =>
  q === undefined ? MAX_COUNTED : MAX_COUNTED_BY_WORDS

/**
 * Selects the bills that a facet counts, and one more if more match. Those are the newest. If very many bills have the words,
 * they are the newest of those in which the words count most: the index finds these without reading the others.
 */
export async function selectCounted(model: ReadModel, filters: BillFilters): Promise<Select> {
  const { q, ...others } = filters
  const columns = 't.id, t.jurisdiction, t.session, t.status, t.chamber, t.subjects'
  const conditionsOf = ({ schema, bind }: RankedScope) =>
    ['NOT t.deleted', ...filterConditions(others, { schema, bind })].join(' AND ')
  if (q === undefined) {
    return (schema, bind) => `
      SELECT ${columns} FROM ${schema}.bills t WHERE ${conditionsOf({ schema, bind })}
      ORDER BY t.id DESC LIMIT ${MAX_COUNTED + 1}`
  }
  const query = searchQuery(q)
  const [own, texts] = await Promise.all([
    withRegion(model, { ...billScope(others), query }),
    withRegion(model, { ...billTextScope(others, query.tsquery), query }),
  ])
  return (schema, bind) => {
    const scope = { schema, bind }
    const numbered = `SELECT t.id FROM ${schema}.bills t WHERE ${hasIdentifier(q, bind)} AND ${conditionsOf(scope)}
      ORDER BY t.id DESC LIMIT ${COUNTED_AND_NEXT}`
    const isWords = 'NOT EXISTS (SELECT FROM numbered)'
    const ofOwn = { only_if: isWords, most: `${COUNTED_AND_NEXT}` }
    // As in a ranked list, bills that have the words only in their text come after the others.
    const ofTexts = { only_if: isWords, most: `${COUNTED_AND_NEXT} - (SELECT count(*) FROM own)` }
    return `
      WITH numbered AS MATERIALIZED (${numbered}),
        ${tablesOf('own', own, scope, ofOwn)}, ${tablesOf('texts', texts, scope, ofTexts)}
      SELECT ${columns} FROM ${schema}.bills t
      WHERE t.id IN (SELECT id FROM own UNION ALL SELECT id FROM numbered UNION ALL SELECT id FROM texts)`
  }
}

type Words = Omit<ExactSearch, 'shown'>
type Regional = { readonly search: Words; readonly region: Region; readonly has_terms: boolean }
type Wanted = { readonly only_if: string; readonly most: string }

/** Chooses a region that probably has enough rows: everything, if few match. */
async function withRegion(model: ReadModel, search: Words): Promise<Regional> {
  const { query, filters, table, share = 0 } = search
  const { terms, matches } = await readWordWeights(model, query, { pinned: undefined, filters, table })
  const rows = ROWS_OF_REGION * (terms.length > 1 ? FEWER_TOGETHER : 1)
  const region = new SearchGrid(terms, matches * share).regionOf(rows)
  return { search, region, has_terms: terms.length > 0 }
}

/** The table `name` has the ids of the newest matches of a region or, if the region has too few, of all matches. */
function tablesOf(name: string, regional: Regional, scope: RankedScope, { only_if, most }: Wanted): string {
  const table = (as: string, region: Region, condition: string) =>
    `${as} AS MATERIALIZED (${newestSelect(regional, region, scope, condition)} LIMIT ${most})`
  const hasRoom = `${only_if} AND ${most} > 0`
  if (regional.region.outside === undefined) return table(name, EVERYTHING, hasRoom)
  const isFull = `(SELECT count(*) FROM ${name}_near) >= ${most}`
  return `
    ${table(`${name}_near`, regional.region, hasRoom)},
    ${table(`${name}_all`, EVERYTHING, `${hasRoom} AND NOT ${isFull}`)},
    ${name} AS MATERIALIZED (
      SELECT id FROM ${name}_near WHERE ${isFull} UNION ALL SELECT id FROM ${name}_all)`
}

function newestSelect(
  { search, has_terms }: Regional,
  region: Region,
  scope: RankedScope,
  condition: string,
): string {
  const { from, conditions, later } = search.from(scope)
  const where = [condition, isInRegion(search, region, scope.bind), ...conditions].join(' AND ')
  // Without OFFSET, Postgres would look for common words in one bill after the other, from the newest on.
  const ids = `SELECT w.id FROM ${from} WHERE ${where} ORDER BY w.id DESC ${has_terms ? 'OFFSET 0' : ''}`
  const joined =
    later === undefined ? '' : `JOIN ${later.table} ON t.id = c.id WHERE ${later.conditions.join(' AND ')}`
  return `SELECT c.id FROM (${ids}) c ${joined} ORDER BY c.id DESC`
}
