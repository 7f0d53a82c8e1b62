import { EVERYTHING } from '../../../runtime/ranking/search-region.ts'
import type { BillFacet } from '../../../schemas/http/bill-query-values.ts'
import type { RankedScope } from '../ranking/exact-search.ts'
import { isInRegion, lookedUp } from '../ranking/scored-select.ts'
import { filterConditions, hasIdentifier } from './bill-filters.ts'
import { type Counting, mostCounted, type Regional } from './counted-bills.ts'

/** All matches are read if a region has fewer, so that a small number of bills is counted exactly. */
const ENOUGH_IN_REGION = 50
/** Some filters need the row of the bill, so only the newest rows of a region are looked up. */
const MAX_JOINED = 3_000

/** The columns of a bill that facets count. */
const COLUMNS: Readonly<Record<BillFacet, string>> = {
  jurisdiction: 'jurisdiction',
  session: 'session',
  status: 'status',
  chamber: 'chamber',
  subject: 'subjects',
}

type WordCounting = Counting & { readonly words: NonNullable<Counting['words']> }

/** A first reading of the index of words, for all countings whose filters are equal there. */
type Near = {
  readonly name: string
  /** Columns of the bills, read once for all of these countings. undefined: only the place is known, with the words. */
  readonly columns: readonly string[] | undefined
}

/**
 * The tables of a statement that counts. `found_0` has the bills of the first counting with the columns of its facets, and one
 * more bill if more match than are counted. Those are the newest. If very many bills have the words, they are the newest of
 * those in which the words count most, which the index finds without reading the others. `is_part`: others were not read.
 */
export function countingTables(countings: readonly Counting[], scope: RankedScope): string[] {
  const tables: string[] = []
  const read = new Map<string, Near>()
  for (const [at, counting] of countings.entries()) {
    const { words } = counting
    if (words === undefined) {
      tables.push(materialized(`found_${at}`, newestBills(counting, scope)))
      continue
    }
    const key = indexKey(counting)
    let near = read.get(key)
    if (near === undefined) {
      near = { name: `near_${at}`, columns: columnsOfBills(countings.filter((one) => indexKey(one) === key)) }
      read.set(key, near)
      if (words.own.is_small) tables.push(materialized(near.name, nearSelect(words.own, near.columns, scope)))
    }
    tables.push(...wordTables({ ...counting, words }, { at, near, scope }))
  }
  return tables
}

const indexKey = ({ words, filters }: Counting): string =>
  JSON.stringify([words?.own.search.filters, words?.own.search.unwanted, filters.introduced_since])

/** The rows of bills are read with the index if more than one counting needs them, or one for a filter and its facets. */
function columnsOfBills(countings: readonly Counting[]): readonly string[] | undefined {
  const facets = new Set(countings.flatMap((counting) => counting.facets))
  const isFiltered = countings.some(({ words }) => words?.own.search.later !== undefined)
  if (isPlaceAlone([...facets]) || (countings.length === 1 && !isFiltered)) return undefined
  return [
    ...new Set(['jurisdiction', 'status', 'latest_action_on', ...[...facets].map((facet) => COLUMNS[facet])]),
  ]
}

const materialized = (name: string, select: string): string => `${name} AS MATERIALIZED (${select})`
const isWhole = ({ region }: Regional): boolean => region.outside === undefined
const isPlaceAlone = (facets: readonly BillFacet[]): boolean =>
  facets.every((facet) => facet === 'jurisdiction')
const columnsFrom = (table: string, facets: readonly BillFacet[]): string =>
  ['id', ...facets.map((facet) => COLUMNS[facet])].map((column) => `${table}.${column}`).join(', ')

function conditionsOf({ filters }: Counting, { schema, bind }: RankedScope): string {
  const { q: _q, ...others } = filters
  return ['NOT t.deleted', ...filterConditions(others, { schema, bind })].join(' AND ')
}

const newestBills = (counting: Counting, scope: RankedScope): string => `
  SELECT ${columnsFrom('t', counting.facets)}, false AS is_part FROM ${scope.schema}.bills t
  WHERE ${conditionsOf(counting, scope)} ORDER BY t.id DESC LIMIT ${mostCounted(counting.filters) + 1}`

type Place = { readonly at: number; readonly near: Near; readonly scope: RankedScope }
type Wanted = { readonly only_if: string; readonly most: string }

function wordTables(counting: WordCounting, { at, near, scope }: Place): string[] {
  const { q, own, texts } = counting.words
  const { schema, bind } = scope
  const most = mostCounted(counting.filters) + 1
  const [numbered, ofOwn, ofTexts] = [`numbered_${at}`, `own_${at}`, `texts_${at}`]
  const isWords = `NOT EXISTS (SELECT FROM ${numbered})`
  const wantedOwn = { only_if: isWords, most: `${most}` }
  // As in a ranked list, bills that have the words only in their text come after the others.
  const wantedTexts = { only_if: isWords, most: `${most} - (SELECT count(*) FROM ${ofOwn})` }
  const nearTexts = { name: `near_${ofTexts}`, columns: undefined }
  const isEnough = hasEnough(ofOwn, wantedOwn)
  const isPart = [
    ...(isWhole(own) ? [] : [isEnough]),
    ...(isWhole(texts) ? [] : [hasEnough(ofTexts, wantedTexts)]),
  ]
  return [
    materialized(
      numbered,
      `SELECT t.id, t.jurisdiction FROM ${schema}.bills t
       WHERE ${hasIdentifier(q, bind)} AND ${conditionsOf(counting, scope)} ORDER BY t.id DESC LIMIT ${most}`,
    ),
    ...matchTables(ofOwn, own, { near, scope, wanted: wantedOwn }),
    ...(texts.is_small ? [materialized(nearTexts.name, nearSelect(texts, undefined, scope))] : []),
    ...matchTables(ofTexts, texts, { near: nearTexts, scope, wanted: wantedTexts }),
    materialized(
      `found_${at}`,
      `SELECT f.*, ${isPart.join(' OR ') || 'false'} AS is_part
       FROM (${foundSelect(counting, { own: ofOwn, others: [numbered, ofTexts], near, isEnough }, scope)}) f`,
    ),
  ]
}

type FoundIn = {
  readonly own: string
  readonly others: readonly string[]
  readonly near: Near
  readonly isEnough: string
}

/** Looks bills up by their ids unless their columns are known. */
function foundSelect(
  { facets, words }: WordCounting,
  { own, others, near, isEnough }: FoundIn,
  { schema }: RankedScope,
): string {
  const idsIn = (tables: readonly string[]) =>
    tables.map((table) => `SELECT id, jurisdiction FROM ${table}`).join(' UNION ALL ')
  if (isPlaceAlone(facets)) return `SELECT DISTINCT u.id, u.jurisdiction FROM (${idsIn([own, ...others])}) u`
  const lookUp = (tables: readonly string[]) =>
    `SELECT ${columnsFrom('t', facets)} FROM ${schema}.bills t WHERE t.id IN (SELECT u.id FROM (${idsIn(tables)}) u)`
  if (!words.own.is_small || near.columns === undefined) return lookUp([own, ...others])
  const known = (table: string) => `SELECT ${columnsFrom('k', facets)} FROM ${table} k`
  return isWhole(words.own)
    ? `${known(own)} UNION ALL ${lookUp(others)}`
    : `${known(`${own}_near`)} WHERE ${isEnough} UNION ALL ${lookUp([`${own}_all`, ...others])}`
}

const hasEnough = (name: string, { most }: Wanted): string =>
  `(${most} > 0 AND (SELECT count(*) FROM ${name}_near) >= least(${ENOUGH_IN_REGION}, ${most}))`

type Among = { readonly near: Near; readonly scope: RankedScope; readonly wanted: Wanted }

/** The table `name` has the newest matches of a region or, if the region has too few, of all matches. */
function matchTables(name: string, regional: Regional, { near, scope, wanted }: Among): string[] {
  const { most } = wanted
  const hasRoom = `${wanted.only_if} AND ${most} > 0`
  const table = (as: string, select: string) => materialized(as, `${select} LIMIT ${most}`)
  const all = (only_if: string) => newestOfAll(regional, scope, only_if)
  if (!regional.is_small) return [table(name, all(hasRoom))]
  const ofNear = newestOfNear(regional, near, scope, hasRoom)
  if (isWhole(regional)) return [table(name, ofNear)]
  const isEnough = hasEnough(name, wanted)
  return [
    table(`${name}_near`, ofNear),
    table(`${name}_all`, all(`${hasRoom} AND NOT ${isEnough}`)),
    materialized(
      name,
      `SELECT id, jurisdiction FROM ${name}_near WHERE ${isEnough}
       UNION ALL SELECT id, jurisdiction FROM ${name}_all`,
    ),
  ]
}

function newestOfNear({ search }: Regional, near: Near, scope: RankedScope, only_if: string): string {
  const later = search.later?.(scope)
  if (later === undefined) return `SELECT c.* FROM ${near.name} c WHERE ${only_if} ORDER BY c.id DESC`
  return near.columns === undefined
    ? `SELECT c.* FROM ${near.name} c ${lookedUp(later, 'c')} WHERE ${only_if} ORDER BY c.id DESC`
    : `SELECT t.* FROM ${near.name} t WHERE ${[only_if, ...later.conditions].join(' AND ')} ORDER BY t.id DESC`
}

/** The rows of a region are few, so they are read before they are sorted, and before their bills are looked up. */
function nearSelect(regional: Regional, columns: Near['columns'], scope: RankedScope): string {
  const { search, region } = regional
  const { from, conditions } = search.from(scope)
  const where = [isInRegion(search, region, scope.bind), ...conditions].join(' AND ')
  const rows = `SELECT c.id, c.jurisdiction FROM (SELECT w.id, w.jurisdiction FROM ${from} WHERE ${where} OFFSET 0) c
    ${isWhole(regional) ? '' : `ORDER BY c.id DESC LIMIT ${MAX_JOINED}`}`
  return columns === undefined
    ? rows
    : `SELECT n.id, b.* FROM (${rows}) n CROSS JOIN LATERAL (
         SELECT ${columns.join(', ')} FROM ${scope.schema}.bills WHERE id = n.id OFFSET 0) b`
}

function newestOfAll({ search }: Regional, scope: RankedScope, only_if: string): string {
  const { from, conditions } = search.from(scope)
  const later = search.later?.(scope)
  const isMatch = isInRegion(search, EVERYTHING, scope.bind)
  const where = [only_if, isMatch, ...conditions, ...(later?.conditions ?? [])].join(' AND ')
  const joined = later === undefined ? '' : `JOIN ${later.table} ON t.id = w.id`
  return `SELECT w.id, w.jurisdiction FROM ${from} ${joined} WHERE ${where} ORDER BY w.id DESC`
}
