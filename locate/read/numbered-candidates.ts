import pg from 'pg'
import { createBatcher } from '../../runtime/batcher.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { candidateOf, type FoundCandidate, type Row } from './candidate-row.ts'
import {
  hitsSql,
  MOST_SIDES,
  type OfVersion,
  type SideValues,
  sidesSql,
  statementName,
  type Table,
  type Wanted,
} from './candidates.ts'
import type { FaceMethods } from './known.ts'

type Asked = { readonly wanted: Wanted; readonly methods: FaceMethods }
type Read = OfVersion<readonly FoundCandidate[]>

/** Addresses of one statement, and statements at once: a slow one delays none but its own addresses. */
const MOST = 25
const AT_ONCE = 4

/**
 * Reads only the candidates that have one of the numbers: a fraction of the work of `readCandidates`. More than MOST_SIDES
 * are not all of them. Addresses that come at once share a statement, whatever their states.
 */
export type NumberedReader = (wanted: Wanted, methods: FaceMethods) => Promise<Read>

export function createNumberedReader(database: Queryable): NumberedReader {
  const read = createBatcher<Asked, Read>((asked) => readEach(database, asked), {
    most: MOST,
    at_once: AT_ONCE,
  })
  return (wanted, methods) => read({ wanted, methods })
}

/** If Postgres refuses a statement for several addresses, each is tried alone. */
async function readEach(
  database: Queryable,
  asked: readonly Asked[],
): Promise<readonly (Read | Promise<Read>)[]> {
  try {
    return await readTogether(database, asked)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || asked.length === 1) throw error
    return asked.map(async (one) => (await readTogether(database, [one]))[0]!)
  }
}

/** An address without a candidate has a row with nulls, because the version is needed in any case. */
type NumberedRow = { readonly asked: number; readonly version: number } & (Row | { readonly kind: null })

async function readTogether(database: Queryable, asked: readonly Asked[]): Promise<readonly Read[]> {
  const tables = [...new Set(asked.flatMap(({ wanted }) => wanted.tables))].toSorted()
  const each = (listOf: (wanted: Wanted) => readonly (string | number)[]) =>
    asked.map(({ wanted }) => arrayText(listOf(wanted)))
  const bounds = asked.map(({ wanted }) => boundsOf(wanted))
  const { rows } = await database.query<NumberedRow>({
    name: statementName('numbered', tables),
    text: numberedSql(tables),
    values: [
      each(({ states }) => states),
      each(({ keys }) => keys),
      each(({ zips }) => zips),
      each(({ places }) => places),
      each(({ numbers }) => numbers.map(({ prefix }) => prefix)),
      each(({ numbers }) => numbers.map(({ value }) => value)),
      bounds.map((of) => arrayText(of.map(({ prefix }) => prefix))),
      bounds.map((of) => arrayText(of.map(({ least }) => least))),
      bounds.map((of) => arrayText(of.map(({ greatest }) => greatest))),
    ],
  })
  const version = rows[0]!.version
  const found = asked.map((): FoundCandidate[] => [])
  for (const row of rows) {
    const place = row.asked - 1
    if (row.kind !== null) found[place]!.push(candidateOf(row, asked[place]!.methods))
  }
  return found.map((hits, place) => ({ version, rows: inForce(hits, asked[place]!.wanted) }))
}

/** A long list of releases takes Postgres longer. If candidates are missing, the rest decides nothing. */
function inForce(hits: readonly FoundCandidate[], { releases }: Wanted): readonly FoundCandidate[] {
  return hits.length > MOST_SIDES ? hits : hits.filter(({ release_id }) => releases.includes(release_id))
}

type Bounds = { readonly prefix: string; least: number; greatest: number }

/** The least and the greatest number after each prefix: a candidate has one prefix, so it is found once. */
function boundsOf({ numbers }: Wanted): readonly Bounds[] {
  const bounds = new Map<string, Bounds>()
  for (const { prefix, value } of numbers) {
    const known = bounds.get(prefix)
    if (known === undefined) bounds.set(prefix, { prefix, least: value, greatest: value })
    else {
      known.least = Math.min(known.least, value)
      known.greatest = Math.max(known.greatest, value)
    }
  }
  return [...bounds.values()]
}

/** An array as Postgres reads it. Lists of different lengths are no array of two dimensions, so each is a text. */
const arrayText = (items: readonly (string | number)[]): string =>
  `{${items.map((item) => (typeof item === 'number' ? item : `"${item.replace(/["\\]/gu, '\\$&')}"`)).join(',')}}`

const ASKED: SideValues = { states: 'a.states', keys: 'a.keys', zips: 'a.zips', places: 'a.places' }

/** The other side of the street has the numbers between. */
const ON_SIDE = `(coalesce(parity, 'B') = 'B' OR (n.value % 2 = 0) = (parity = 'E'))`
const HAS_NUMBER = {
  address_range: `EXISTS (SELECT FROM unnest(a.prefixes, a.numbers) AS n (of, value)
    WHERE prefix = n.of AND low <= n.value AND high >= n.value AND ${ON_SIDE})`,
  address_point: `EXISTS (SELECT FROM unnest(a.prefixes, a.numbers) AS n (of, value)
    WHERE prefix = n.of AND number = n.value)`,
}
/** The index by place has the numbers. */
const BOUNDS = 'unnest(a.bound_prefixes, a.least, a.greatest) AS b (of, least, greatest), '
const IN_BOUNDS = {
  address_range: 'prefix = b.of AND low <= b.greatest AND high >= b.least',
  address_point: 'prefix = b.of AND number BETWEEN b.least AND b.greatest',
}

const numberedSql = (tables: readonly Table[]): string => `
  SELECT a.asked, v.version, h.*
  FROM geo.version v, (
    SELECT t.asked, t.states::text[] AS states, t.keys::text[] AS keys, t.zips::text[] AS zips,
      t.places::text[] AS places, t.prefixes::text[] AS prefixes, t.numbers::int[] AS numbers,
      t.bound_prefixes::text[] AS bound_prefixes, t.least::int[] AS least, t.greatest::int[] AS greatest
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
      WITH ORDINALITY AS t (states, keys, zips, places, prefixes, numbers, bound_prefixes, least, greatest, asked)
    OFFSET 0
  ) a LEFT JOIN LATERAL (
    ${hitsSql(
      `(${sidesSql(tables, ASKED, ({ table, by }) =>
        by === 'zip'
          ? { condition: HAS_NUMBER[table] }
          : { source: BOUNDS, condition: `${IN_BOUNDS[table]} AND ${HAS_NUMBER[table]}` },
      )}) f`,
    )}
  ) h ON true`
