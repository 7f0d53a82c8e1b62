import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { AddressReading } from '../address/address.ts'
import { looseKeysOf } from '../address/highways.ts'
import { numberReadings } from '../address/house-number.ts'
import { placeKeyOf } from '../address/place-name.ts'
import { candidateOf, type FoundCandidate, type Row } from './candidate-row.ts'
import { type FaceMethods, type KnownRelease, VERSION_SQL } from './known.ts'

/** The streets, places and numbers that any reading of an address may mean. */
export type Wanted = {
  /** Null: the address names none. */
  readonly state: string | null
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

export function wantedOf(
  readings: readonly AddressReading[],
  state: string | null,
  releases: readonly KnownRelease[],
): Wanted {
  const keys = readings.flatMap(({ street }) =>
    street === null ? [] : [street.key, ...looseKeysOf(street.key)],
  )
  return {
    state,
    releases: releases.map(({ id }) => id),
    tables: tablesOf(releases),
    zips: unique(readings.flatMap(({ zip5 }) => zip5 ?? [])),
    places: unique(readings.flatMap(({ city }) => (city === null ? [] : [placeKeyOf(city)]))),
    keys: unique(keys),
    numbers: readings.flatMap(({ number }) => (number === null ? [] : numberReadings(number))),
  }
}

function tablesOf(releases: readonly KnownRelease[]): readonly Table[] {
  const tables: Table[] = []
  if (releases.some(({ ranges }) => ranges > 0)) tables.push('address_range')
  if (releases.some(({ points }) => points > 0)) tables.push('address_point')
  return tables
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
  const { releases, zips, places, keys, numbers } = wanted
  const { rows } = await database.query<{ version: number; hits: Row[] | null; streets: Row[] | null }>({
    name: nameOf('candidates', wanted),
    text: candidatesSql(wanted),
    values: [
      ...[releases, keys, zips, places],
      ...[numbers.map(({ prefix }) => prefix), numbers.map(({ value }) => value), all_sides],
    ],
  })
  const { version, hits, streets } = rows[0]!
  const found = [...(hits ?? []), ...(streets ?? [])]
  return { version, rows: found.map((row) => candidateOf(row, methods)) }
}

/** Statements differ by the tables that they read. */
const nameOf = (what: string, { state, tables }: Wanted): string =>
  ['geo', what, state ?? 'any', ...tables].join('-')

/**
 * Only the candidates that have one of the numbers: a fraction of the work of `readCandidates`. Null if the address may
 * mean more numbers than the statement has.
 */
export async function readNumbered(
  database: Queryable,
  wanted: Wanted,
  methods: FaceMethods,
): Promise<OfVersion<readonly FoundCandidate[]> | null> {
  const { releases, zips, places, keys, numbers } = wanted
  const different = [...new Map(numbers.map((each) => [`${each.prefix} ${each.value}`, each])).values()]
  const [one, other = one, ...more] = different
  if (one === undefined || other === undefined || more.length > 0) return null
  const { rows } = await database.query<{ version: number } & (Row | { kind: null })>({
    name: nameOf('numbered', wanted),
    text: numberedSql(wanted),
    values: [releases, keys, zips, places, one.prefix, one.value, other.prefix, other.value],
  })
  const hits = rows.flatMap((row) => (row.kind === null ? [] : [candidateOf(row, methods)]))
  return { version: rows[0]!.version, rows: hits }
}

/** More sides than this are not judged: such a street crosses half a county. */
export const MOST_SIDES = 500

/** The tables of one state, or of all. The postal code has two letters: `stateOf` and the vocabulary see to it. */
const tableOf = (table: string, state: string | null) => `geo.${table}${state === null ? '' : `_${state}`}`

const STREET = 'release_id, state, zip5, place, street_key, predir, suffix, sufdir, prefix'
const RANGE = `SELECT 'range' AS kind, ${STREET}, low, high, '' AS number_suffix, parity, descends, side, tlid, tfid, line`
const POINT = `SELECT 'point' AS kind, ${STREET}, number AS low, number AS high, number_suffix, NULL AS parity,
  false AS descends, NULL AS side, NULL::bigint AS tlid, NULL::bigint AS tfid, ARRAY[x, y] AS line`
const IN_ZIP = 'release_id = ANY ($1::bigint[]) AND street_key = ANY ($2::text[]) AND zip5 = ANY ($3::text[])'
const IN_PLACE = `release_id = ANY ($1::bigint[]) AND street_key = ANY ($2::text[]) AND place = ANY ($4::text[])
  AND (zip5 = ANY ($3::text[])) IS NOT TRUE`
const NUMBERS = [
  ['$5::text', '$6::int'],
  ['$7::text', '$8::int'],
] as const
/** The other side of the street has the numbers between. */
const ON_SIDE = (value: string) => `(coalesce(parity, 'B') = 'B' OR (${value} % 2 = 0) = (parity = 'E'))`
const HAS_NUMBER = {
  address_range: NUMBERS.map(
    ([prefix, value]) => `prefix = ${prefix} AND low <= ${value} AND high >= ${value} AND ${ON_SIDE(value)}`,
  ).join(' OR '),
  address_point: NUMBERS.map(([prefix, value]) => `prefix = ${prefix} AND number = ${value}`).join(' OR '),
}

const sidesSql = ({ state, tables }: Wanted, conditionOf: (table: Table) => string): string =>
  tables
    .flatMap((table) =>
      [IN_ZIP, IN_PLACE].map(
        (where) =>
          `${table === 'address_range' ? RANGE : POINT} FROM ${tableOf(table, state)} WHERE ${where}${conditionOf(table)}`,
      ),
    )
    .join(' UNION ALL ')

/** Each candidate of `source` with the districts of its face: text is read faster than JSON. */
const hitsSql = (source: string): string => `
  SELECT f.*, (SELECT string_agg(concat_ws(' ', d.tier, d.division_id, d.map), E'\\n')
      FROM geo.face_division d WHERE d.release_id = f.release_id AND d.tfid = f.tfid) AS faces
  FROM ${source} LIMIT ${MOST_SIDES + 1}`

/** One row with nulls if there is no candidate, because the version is needed in any case. */
const numberedSql = (wanted: Wanted): string =>
  `SELECT v.version, h.* FROM geo.version v LEFT JOIN (
     ${hitsSql(`(${sidesSql(wanted, (table) => ` AND (${HAS_NUMBER[table]})`)}) f`)}) h ON true`

const candidatesSql = (wanted: Wanted): string => `WITH found AS MATERIALIZED (
    SELECT c.*, $7::boolean OR EXISTS (SELECT FROM unnest($5::text[], $6::int[]) AS n (prefix, value)
      WHERE n.prefix = c.prefix AND n.value BETWEEN c.low AND c.high) AS is_hit
    FROM (${sidesSql(wanted, () => '')}) c
  )
  SELECT ${VERSION_SQL} AS version, (SELECT json_agg(h) FROM (${hitsSql('found f WHERE is_hit')}) h) AS hits,
    (SELECT json_agg(s) FROM (
      SELECT DISTINCT state, zip5, place, street_key, predir, suffix, sufdir FROM found WHERE NOT is_hit) s) AS streets`

/** All names of streets in these ZIP codes and places. Empty: no addresses are loaded there. */
export async function readStreetKeys(
  database: Queryable,
  wanted: Wanted,
): Promise<OfVersion<readonly string[]>> {
  const { state, tables, releases, zips, places } = wanted
  const parts = tables.flatMap((table) =>
    ['zip5 = ANY ($2::text[])', 'place = ANY ($3::text[])'].map(
      (where) =>
        `SELECT street_key FROM ${tableOf(table, state)} WHERE release_id = ANY ($1::bigint[]) AND ${where}`,
    ),
  )
  const { rows } = await database.query<{ version: number; keys: string[] }>({
    name: nameOf('street-keys', wanted),
    text: `SELECT ${VERSION_SQL} AS version, ARRAY(${parts.join(' UNION ')}) AS keys`,
    values: [releases, zips, places],
  })
  const { version, keys } = rows[0]!
  return { version, rows: keys }
}
