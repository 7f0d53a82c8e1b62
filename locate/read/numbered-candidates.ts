import pg from 'pg'
import { createBatcher } from '../../runtime/batcher.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { candidateOf, type FoundCandidate, type Row } from './candidate-row.ts'
import {
  hitsSql,
  type OfVersion,
  type SideValues,
  sidesSql,
  statementName,
  type Wanted,
} from './candidates.ts'
import type { FaceMethods } from './known.ts'

/** The numbers that an address may mean; the same one twice if it means one. */
type Numbers = readonly [Wanted['numbers'][number], Wanted['numbers'][number]]
type Asked = { readonly wanted: Wanted; readonly numbers: Numbers; readonly methods: FaceMethods }
type Read = OfVersion<readonly FoundCandidate[]>

/** Addresses of one statement, and statements at once: a slow one delays none but its own addresses. */
const MOST = 25
const AT_ONCE = 4

/**
 * Reads only the candidates that have one of the numbers: a fraction of the work of `readCandidates`. Gives null if the
 * address may mean more numbers than the statement has. Addresses that come at once share a statement.
 */
export type NumberedReader = (wanted: Wanted, methods: FaceMethods) => Promise<Read | null>

export function createNumberedReader(database: Queryable): NumberedReader {
  const read = createBatcher<Asked, Read>((asked) => readAll(database, asked), {
    most: MOST,
    at_once: AT_ONCE,
  })
  return async (wanted, methods) => {
    const numbers = numbersOf(wanted)
    return numbers === undefined ? null : read({ wanted, numbers, methods })
  }
}

function numbersOf({ numbers }: Wanted): Numbers | undefined {
  const different = new Map(numbers.map((each) => [`${each.prefix} ${each.value}`, each]))
  const [one, other = one, ...more] = different.values()
  return one === undefined || other === undefined || more.length > 0 ? undefined : [one, other]
}

/** Statements differ by the tables that they read. If Postgres refuses one for several addresses, each is tried alone. */
async function readAll(
  database: Queryable,
  asked: readonly Asked[],
): Promise<readonly (Read | Promise<Read>)[]> {
  const results = new Map<Asked, Read | Promise<Read>>()
  const groups = Map.groupBy(asked, ({ wanted }) => statementName('numbered', wanted))
  await Promise.all(
    [...groups].map(async ([name, group]) => {
      try {
        for (const [index, read] of (await readGroup(database, name, group)).entries())
          results.set(group[index]!, read)
      } catch (error) {
        if (!(error instanceof pg.DatabaseError) || group.length === 1) throw error
        for (const one of group) results.set(one, readOne(database, name, one))
      }
    }),
  )
  return asked.map((one) => results.get(one)!)
}

async function readOne(database: Queryable, name: string, asked: Asked): Promise<Read> {
  const [read] = await readGroup(database, name, [asked])
  return read!
}

/** An address without a candidate has a row with nulls, because the version is needed in any case. */
type NumberedRow = { readonly asked: number; readonly version: number } & (Row | { readonly kind: null })

async function readGroup(
  database: Queryable,
  name: string,
  group: readonly Asked[],
): Promise<readonly Read[]> {
  const of = (textOf: (asked: Asked) => string | number) => group.map(textOf)
  const { rows } = await database.query<NumberedRow>({
    name,
    text: numberedSql(group[0]!.wanted),
    values: [
      of(({ wanted }) => arrayText(wanted.releases)),
      of(({ wanted }) => arrayText(wanted.keys)),
      of(({ wanted }) => arrayText(wanted.zips)),
      of(({ wanted }) => arrayText(wanted.places)),
      ...[0, 1].flatMap((at) => [
        of(({ numbers }) => numbers[at]!.prefix),
        of(({ numbers }) => numbers[at]!.value),
      ]),
    ],
  })
  const version = rows[0]!.version
  const found = group.map((): FoundCandidate[] => [])
  for (const row of rows) {
    const at = row.asked - 1
    if (row.kind !== null) found[at]!.push(candidateOf(row, group[at]!.methods))
  }
  return found.map((hits) => ({ version, rows: hits }))
}

/** An array as Postgres reads it. Lists of different lengths are no array of two dimensions, so each is a text. */
const arrayText = (items: readonly (string | number)[]): string =>
  `{${items.map((item) => (typeof item === 'number' ? item : `"${item.replace(/["\\]/gu, '\\$&')}"`)).join(',')}}`

const ASKED: SideValues = { releases: 'a.releases', keys: 'a.keys', zips: 'a.zips', places: 'a.places' }
const NUMBERS = [
  ['a.prefix', 'a.value'],
  ['a.other_prefix', 'a.other_value'],
] as const
/** The other side of the street has the numbers between. */
const ON_SIDE = (value: string) => `(coalesce(parity, 'B') = 'B' OR (${value} % 2 = 0) = (parity = 'E'))`
const HAS_NUMBER = {
  address_range: NUMBERS.map(
    ([prefix, value]) => `prefix = ${prefix} AND low <= ${value} AND high >= ${value} AND ${ON_SIDE(value)}`,
  ).join(' OR '),
  address_point: NUMBERS.map(([prefix, value]) => `prefix = ${prefix} AND number = ${value}`).join(' OR '),
}

const numberedSql = (wanted: Wanted): string => `
  SELECT a.asked, v.version, h.*
  FROM geo.version v, (
    SELECT n.asked, n.releases::bigint[] AS releases, n.keys::text[] AS keys, n.zips::text[] AS zips,
      n.places::text[] AS places, n.prefix, n.value, n.other_prefix, n.other_value
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[], $8::int[])
      WITH ORDINALITY AS n (releases, keys, zips, places, prefix, value, other_prefix, other_value, asked)
    OFFSET 0
  ) a LEFT JOIN LATERAL (
    ${hitsSql(`(${sidesSql(wanted, ASKED, (table) => ` AND (${HAS_NUMBER[table]})`)}) f`)}
  ) h ON true`
