import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { AddressReading } from '../address/address.ts'
import { looseKeysOf } from '../address/highways.ts'
import { numberReadings } from '../address/house-number.ts'
import { placeKeyOf } from '../address/place-name.ts'
import { candidateOf, type FoundCandidate, type Row } from './candidate-row.ts'
import type { FaceMethods } from './known.ts'

/** The streets, places and numbers that any reading of an address may mean. */
export type Wanted = {
  /** Null: the address names none. */
  readonly state: string | null
  readonly releases: readonly number[]
  readonly zips: readonly string[]
  readonly places: readonly string[]
  readonly keys: readonly string[]
  readonly numbers: readonly { readonly prefix: string; readonly value: number }[]
}

export function wantedOf(
  readings: readonly AddressReading[],
  where: Pick<Wanted, 'state' | 'releases'>,
): Wanted {
  const keys = readings.flatMap(({ street }) =>
    street === null ? [] : [street.key, ...looseKeysOf(street.key)],
  )
  return {
    ...where,
    zips: unique(readings.flatMap(({ zip5 }) => zip5 ?? [])),
    places: unique(readings.flatMap(({ city }) => (city === null ? [] : [placeKeyOf(city)]))),
    keys: unique(keys),
    numbers: readings.flatMap(({ number }) => (number === null ? [] : numberReadings(number))),
  }
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
): Promise<readonly FoundCandidate[]> {
  const { state, releases, zips, places, keys, numbers } = wanted
  if (keys.length === 0 || releases.length === 0) return []
  const { rows } = await database.query<{ hits: Row[] | null; streets: Row[] | null }>({
    name: `geo-candidates-${state ?? 'any'}`,
    text: candidatesSql(state),
    values: [
      ...[releases, keys, zips, places],
      ...[numbers.map(({ prefix }) => prefix), numbers.map(({ value }) => value), all_sides],
    ],
  })
  const { hits, streets } = rows[0]!
  return [...(hits ?? []), ...(streets ?? [])].map((row) => candidateOf(row, methods))
}

/**
 * Only the candidates that have one of the numbers: a fraction of the work of `readCandidates`. Null if the address may
 * mean more numbers than the statement has.
 */
export async function readNumbered(
  database: Queryable,
  { state, releases, zips, places, keys, numbers }: Wanted,
  methods: FaceMethods,
): Promise<readonly FoundCandidate[] | null> {
  const different = [...new Map(numbers.map((each) => [`${each.prefix} ${each.value}`, each])).values()]
  const [one, other = one, ...more] = different
  if (one === undefined || other === undefined || more.length > 0) return null
  if (keys.length === 0 || releases.length === 0) return []
  const { rows } = await database.query<{ hits: Row[] | null }>({
    name: `geo-numbered-${state ?? 'any'}`,
    text: numberedSql(state),
    values: [releases, keys, zips, places, one.prefix, one.value, other.prefix, other.value],
  })
  return (rows[0]!.hits ?? []).map((row) => candidateOf(row, methods))
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
const HAS_NUMBER = {
  address_range: NUMBERS.map(
    ([prefix, value]) => `prefix = ${prefix} AND low <= ${value} AND high >= ${value}`,
  ).join(' OR '),
  address_point: NUMBERS.map(([prefix, value]) => `prefix = ${prefix} AND number = ${value}`).join(' OR '),
}

const sidesSql = (
  state: string | null,
  conditionOf: (table: 'address_range' | 'address_point') => string,
): string =>
  (['address_range', 'address_point'] as const)
    .flatMap((table) =>
      [IN_ZIP, IN_PLACE].map(
        (where) =>
          `${table === 'address_range' ? RANGE : POINT} FROM ${tableOf(table, state)} WHERE ${where}${conditionOf(table)}`,
      ),
    )
    .join(' UNION ALL ')

/** Each candidate of `source` with the districts of its face. */
const hitsSql = (source: string): string => `SELECT json_agg(h) FROM (
    SELECT f.*, (SELECT json_agg(json_build_array(d.map, d.tier, d.division_id) ORDER BY d.map, d.tier, d.division_id)
        FROM geo.face_division d WHERE d.release_id = f.release_id AND d.tfid = f.tfid) AS faces
    FROM ${source} LIMIT ${MOST_SIDES + 1}) h`

const numberedSql = (state: string | null): string =>
  `SELECT (${hitsSql(`(${sidesSql(state, (table) => ` AND (${HAS_NUMBER[table]})`)}) f`)}) AS hits`

const candidatesSql = (state: string | null): string => `WITH found AS MATERIALIZED (
    SELECT c.*, $7::boolean OR EXISTS (SELECT FROM unnest($5::text[], $6::int[]) AS n (prefix, value)
      WHERE n.prefix = c.prefix AND n.value BETWEEN c.low AND c.high) AS is_hit
    FROM (${sidesSql(state, () => '')}) c
  )
  SELECT (${hitsSql('found f WHERE is_hit')}) AS hits,
    (SELECT json_agg(s) FROM (
      SELECT DISTINCT state, zip5, place, street_key, predir, suffix, sufdir FROM found WHERE NOT is_hit) s) AS streets`

/** All names of streets in these ZIP codes and places. Empty: no addresses are loaded there. */
export async function readStreetKeys(
  database: Queryable,
  { state, releases, zips, places }: Wanted,
): Promise<readonly string[]> {
  const parts = (['address_range', 'address_point'] as const).flatMap((table) =>
    ['zip5 = ANY ($2::text[])', 'place = ANY ($3::text[])'].map(
      (where) =>
        `SELECT street_key FROM ${tableOf(table, state)} WHERE release_id = ANY ($1::bigint[]) AND ${where}`,
    ),
  )
  const { rows } = await database.query<{ street_key: string }>({
    name: `geo-street-keys-${state ?? 'any'}`,
    text: parts.join(' UNION '),
    values: [releases, zips, places],
  })
  return rows.map(({ street_key }) => street_key)
}
