import { EVERYTHING, type Region, SearchGrid } from '../../../runtime/ranking/search-region.ts'
import { searchQuery } from '../../../runtime/words/search-query.ts'
import type { ReadModel, Select } from '../../read-schema/live-schema.ts'
import type { ExactSearch, RankedScope } from '../ranking/exact-search.ts'
import { isInRegion } from '../ranking/scored-select.ts'
import { readWordWeights } from '../ranking/word-weights.ts'
import { type BillFilters, filterConditions, hasIdentifier } from './bill-filters.ts'
import { billScope, billTextScope } from './bill-words-scope.ts'

/** A facet counts at most this many bills, and fewer by words, because the search for words takes longer. */
const MAX_COUNTED = 4_000
const MAX_COUNTED_BY_WORDS = 2_000
const COUNTED_AND_NEXT = MAX_COUNTED_BY_WORDS + 1

/** More rows are asked for than are counted, since the rows of a region are estimated. */
const ROWS_OF_REGION = 2_500
/** Several words get this many times as many rows, because few bills reach the high tiers of two words. */
const FEWER_TOGETHER = 4
/** All matches are read if a region has fewer, so that a small number of bills is counted exactly. */
const ENOUGH_IN_REGION = 50
/** Some filters need the row of the bill. Postgres reads four pages to find one, so only the newest rows of a region are joined. */
const MAX_JOINED = 5_000

export const mostCounted = ({ q }: BillFilters): number =>
  q === undefined ? MAX_COUNTED : MAX_COUNTED_BY_WORDS

/**
 * Selects the bills that a facet counts, and one more if more match. Those are the newest. If very many bills have the words,
 * they are the newest of those in which the words count most, which the index finds without reading the others. `is_part`:
 * others were not read.
 */
export async function selectCounted(model: ReadModel, filters: BillFilters): Promise<Select> {
  const { q, ...others } = filters
  const columns = 't.id, t.jurisdiction, t.session, t.status, t.chamber, t.subjects'
  const conditionsOf = ({ schema, bind }: RankedScope) =>
    ['NOT t.deleted', ...filterConditions(others, { schema, bind })].join(' AND ')
  if (q === undefined) {
    return (schema, bind) => `
      SELECT ${columns}, false AS is_part FROM ${schema}.bills t WHERE ${conditionsOf({ schema, bind })}
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
    const isPart = [
      ...(isWhole(own) ? [] : [hasEnough('own', ofOwn)]),
      ...(isWhole(texts) ? [] : [hasEnough('texts', ofTexts)]),
    ]
    return `
      WITH numbered AS MATERIALIZED (${numbered}),
        ${tablesOf('own', own, scope, ofOwn)}, ${tablesOf('texts', texts, scope, ofTexts)}
      SELECT ${columns}, ${isPart.join(' OR ') || 'false'} AS is_part FROM ${schema}.bills t
      WHERE t.id IN (SELECT id FROM own UNION ALL SELECT id FROM numbered UNION ALL SELECT id FROM texts)`
  }
}

type Words = Omit<ExactSearch, 'shown'>
type Regional = { readonly search: Words; readonly region: Region }
type Wanted = { readonly only_if: string; readonly most: string }

/** Chooses a region that probably has enough rows: everything, if few match. */
async function withRegion(model: ReadModel, search: Words): Promise<Regional> {
  const { query, filters, table, share } = search
  if (share === undefined) return { search, region: EVERYTHING }
  const { terms, matches } = await readWordWeights(model, query, { pinned: undefined, filters, table })
  const rows = ROWS_OF_REGION * (terms.length > 1 ? FEWER_TOGETHER : 1)
  return { search, region: new SearchGrid(terms, matches).regionOf(rows) }
}

const isWhole = ({ region }: Regional): boolean => region.outside === undefined

const hasEnough = (name: string, { most }: Wanted): string =>
  `(${most} > 0 AND (SELECT count(*) FROM ${name}_near) >= least(${ENOUGH_IN_REGION}, ${most}))`

/** The table `name` has the ids of the newest matches of a region or, if the region has too few, of all matches. */
function tablesOf(name: string, regional: Regional, scope: RankedScope, wanted: Wanted): string {
  const { most } = wanted
  const table = (as: string, select: string) => `${as} AS MATERIALIZED (${select} LIMIT ${most})`
  const hasRoom = `${wanted.only_if} AND ${most} > 0`
  if (isWhole(regional)) return table(name, newestOfAll(regional, scope, hasRoom))
  const isEnough = hasEnough(name, wanted)
  return `
    ${table(`${name}_near`, newestOfRegion(regional, scope, hasRoom))},
    ${table(`${name}_all`, newestOfAll(regional, scope, `${hasRoom} AND NOT ${isEnough}`))},
    ${name} AS MATERIALIZED (
      SELECT id FROM ${name}_near WHERE ${isEnough} UNION ALL SELECT id FROM ${name}_all)`
}

/** The rows of a region are few, so they are read before their bills are looked up. */
function newestOfRegion({ search, region }: Regional, scope: RankedScope, only_if: string): string {
  const { from, conditions, later } = search.from(scope)
  const where = [only_if, isInRegion(search, region, scope.bind), ...conditions].join(' AND ')
  const ids = `SELECT w.id FROM ${from} WHERE ${where} ORDER BY w.id DESC`
  if (later === undefined) return `SELECT c.id FROM (${ids} OFFSET 0) c ORDER BY c.id DESC`
  return `SELECT c.id FROM (${ids} LIMIT ${MAX_JOINED}) c
    JOIN ${later.table} ON t.id = c.id WHERE ${later.conditions.join(' AND ')} ORDER BY c.id DESC`
}

function newestOfAll({ search }: Regional, scope: RankedScope, only_if: string): string {
  const { from, conditions, later } = search.from(scope)
  const isMatch = isInRegion(search, EVERYTHING, scope.bind)
  const where = [only_if, isMatch, ...conditions, ...(later?.conditions ?? [])].join(' AND ')
  const joined = later === undefined ? '' : `JOIN ${later.table} ON t.id = w.id`
  return `SELECT w.id FROM ${from} ${joined} WHERE ${where} ORDER BY w.id DESC`
}
