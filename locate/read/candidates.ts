import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { AddressReading } from '../address/address.ts'
import { looseKeysOf } from '../address/highways.ts'
import { numberReadings } from '../address/house-number.ts'
import { placeKeyOf } from '../address/place-name.ts'
import { candidateOf, type FoundCandidate, type Row } from './candidate-row.ts'
import { type FaceMethods, type KnownRelease, VERSION_SQL } from './known.ts'

/** The streets, places and numbers that any reading of an address may mean. */
export type Wanted = {
  /** Those of the releases. */
  readonly states: readonly string[]
  readonly releases: readonly number[]
  /** Those in which the releases have rows. */
  readonly tables: readonly Table[]
  readonly zips: readonly string[]
  readonly places: readonly string[]
  readonly keys: readonly string[]
  readonly numbers: readonly { readonly prefix: string; readonly value: number }[]
}

export type Table = 'address_range' | 'address_point'

/** Rows, and the version of the data that they are from. */
export type OfVersion<T> = { readonly version: number; readonly rows: T }

export function wantedOf(readings: readonly AddressReading[], releases: readonly KnownRelease[]): Wanted {
  const keys = readings.flatMap(({ street }) =>
    street === null ? [] : [street.key, ...looseKeysOf(street.key)],
  )
  return {
    states: unique(releases.map(({ state }) => state)),
    releases: releases.map(({ id }) => id),
    tables: tablesOf(releases),
    zips: unique(readings.flatMap(({ zip5 }) => zip5 ?? [])),
    places: unique(readings.flatMap(({ city }) => (city === null ? [] : [placeKeyOf(city)]))),
    keys: unique(keys),
    numbers: numbersOf(readings),
  }
}

function tablesOf(releases: readonly KnownRelease[]): readonly Table[] {
  const tables: Table[] = []
  if (releases.some(({ ranges }) => ranges > 0)) tables.push('address_range')
  if (releases.some(({ points }) => points > 0)) tables.push('address_point')
  return tables
}

/** Each number once. */
function numbersOf(readings: readonly AddressReading[]): Wanted['numbers'] {
  const numbers = readings.flatMap(({ number }) => (number === null ? [] : numberReadings(number)))
  return [...new Map(numbers.map(({ prefix, value }) => [`${prefix} ${value}`, { prefix, value }])).values()]
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

/**
 * The candidates of these streets in these ZIP codes and places that have one of the numbers, and one without a number
 * for each street that has none of them. With `all_sides`, every side of the streets.
 */
export async function readCandidates(
  database: Queryable,
  wanted: Wanted,
  { methods, all_sides = false }: { readonly methods: FaceMethods; readonly all_sides?: boolean },
): Promise<OfVersion<readonly FoundCandidate[]>> {
  const { states, releases, zips, places, keys, numbers } = wanted
  const { rows } = await database.query<{ version: number; hits: Row[] | null; streets: Row[] | null }>({
    name: statementName('candidates', wanted.tables),
    text: candidatesSql(wanted.tables),
    values: [
      ...[states, keys, zips, places, releases],
      ...[numbers.map(({ prefix }) => prefix), numbers.map(({ value }) => value), all_sides],
    ],
  })
  const { version, hits, streets } = rows[0]!
  const found = [...(hits ?? []), ...(streets ?? [])]
  return { version, rows: found.map((row) => candidateOf(row, methods)) }
}

/** Statements differ by the tables that they read. */
export const statementName = (what: string, tables: readonly Table[]): string =>
  ['geo', what, ...tables].join('-')

/** More sides than this are not judged: such a street crosses half a county. */
export const MOST_SIDES = 500

const STREET = 'release_id, state, zip5, place, street_key, predir, suffix, sufdir, prefix'
const RANGE = `SELECT 'range' AS kind, ${STREET}, low, high, '' AS number_suffix, parity, descends, side, tlid, tfid, line`
const POINT = `SELECT 'point' AS kind, ${STREET}, number AS low, number AS high, number_suffix, NULL AS parity,
  false AS descends, NULL AS side, NULL::bigint AS tlid, NULL::bigint AS tfid, ARRAY[x, y] AS line`

/** SQL of what the sides are read for. */
export type SideValues = Readonly<Record<'states' | 'keys' | 'zips' | 'places', string>>

/** How the sides of a table are found: in ZIP codes, then in places. A side is found in one way only. */
type Way = {
  readonly table: Table
  readonly by: 'zip' | 'place'
}

/** The sides and points of the streets. `source`: what a table is joined with, and `condition`: what else must be true. */
export const sidesSql = (
  tables: readonly Table[],
  { states, keys, zips, places }: SideValues,
  partsOf: (way: Way) => { readonly source?: string; readonly condition: string },
): string =>
  tables
    .flatMap((table) =>
      (['zip', 'place'] as const).map((by) => {
        const { source = '', condition } = partsOf({ table, by })
        const isInZip = `zip5 = ANY (${zips})`
        const where = by === 'zip' ? isInZip : `place = ANY (${places}) AND (${isInZip}) IS NOT TRUE`
        return `${table === 'address_range' ? RANGE : POINT} FROM ${source}geo.${table}
          WHERE state = ANY (${states}) AND street_key = ANY (${keys}) AND ${where} AND ${condition}`
      }),
    )
    .join(' UNION ALL ')

/** Each candidate of `source` with the districts of its face: text is read faster than JSON. */
export const hitsSql = (source: string): string => `
  SELECT f.*, (SELECT string_agg(concat_ws(' ', d.tier, d.division_id, d.map), E'\\n')
      FROM geo.face_division d WHERE d.release_id = f.release_id AND d.tfid = f.tfid) AS faces
  FROM ${source} LIMIT ${MOST_SIDES + 1}`

const GIVEN: SideValues = {
  states: '$1::text[]',
  keys: '$2::text[]',
  zips: '$3::text[]',
  places: '$4::text[]',
}

const IN_RELEASES = 'release_id = ANY ($5::bigint[])'

const candidatesSql = (tables: readonly Table[]): string => `WITH found AS MATERIALIZED (
    SELECT c.*, $8::boolean OR EXISTS (SELECT FROM unnest($6::text[], $7::int[]) AS n (prefix, value)
      WHERE n.prefix = c.prefix AND n.value BETWEEN c.low AND c.high) AS is_hit
    FROM (${sidesSql(tables, GIVEN, () => ({ condition: IN_RELEASES }))}) c
  )
  SELECT ${VERSION_SQL} AS version, (SELECT json_agg(h) FROM (${hitsSql('found f WHERE is_hit')}) h) AS hits,
    (SELECT json_agg(s) FROM (
      SELECT DISTINCT state, zip5, place, street_key, predir, suffix, sufdir FROM found WHERE NOT is_hit) s) AS streets`

/** All names of streets in these ZIP codes and places. Empty: no addresses are loaded there. */
export async function readStreetKeys(
  database: Queryable,
  wanted: Wanted,
): Promise<OfVersion<readonly string[]>> {
  const { states, tables, releases, zips, places } = wanted
  const parts = tables.flatMap((table) =>
    ['zip5 = ANY ($2::text[])', 'place = ANY ($3::text[])'].map(
      (where) =>
        `SELECT street_key FROM geo.${table} WHERE release_id = ANY ($1::bigint[]) AND state = ANY ($4::text[]) AND ${where}`,
    ),
  )
  const { rows } = await database.query<{ version: number; keys: string[] }>({
    name: statementName('street-keys', tables),
    text: `SELECT ${VERSION_SQL} AS version, ARRAY(${parts.join(' UNION ')}) AS keys`,
    values: [releases, zips, places, states],
  })
  const { version, keys } = rows[0]!
  return { version, rows: keys }
}
