import type { Bindings } from '../../read-schema/bindings.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { sponsoredBy } from '../people/sponsored-by.ts'
import { haveAnyWords, wordsQuery } from '../ranking/word-matches.ts'
import { type BillFilters, filterConditions, hasIdentifier } from './bill-filters.ts'

/** Filters, and the bills of which they may find some. */
export type AskedAmong = { readonly filters: BillFilters; readonly ids: readonly number[] }

/** Rows of one statement. Each has the ids of its bills as text. */
const ROWS_AT_ONCE = 500

/**
 * Finds which of its bills each of many searches finds, in their order. Searches with the same conditions and other values
 * are rows of one statement, so that thousands of them cost a few statements.
 */
export async function readFoundAmong(model: ReadModel, asked: readonly AskedAmong[]): Promise<number[][]> {
  const found = asked.map((): number[] => [])
  const alike = Map.groupBy(asked.keys(), (index) => conditionsOf(asked[index]!.filters, 'live').text)
  for (const indexes of alike.values()) {
    for (let from = 0; from < indexes.length; from += ROWS_AT_ONCE) {
      const some = indexes.slice(from, from + ROWS_AT_ONCE)
      const { rows } = await model.read<{ id: number; place: number }>(
        (schema, bind) =>
          selectFound(
            schema,
            bind,
            some.map((index) => asked[index]!),
          ),
        { custom_plan: true },
      )
      for (const { id, place } of rows) found[some[place]!]!.push(id)
    }
  }
  return found
}

/** The conditions are those of the first one, with the values of all. */
function selectFound(schema: string, bind: Bindings['bind'], asked: readonly AskedAmong[]): string {
  const written = asked.map(({ filters }) => conditionsOf(filters, schema))
  const { text, values } = written[0]!
  const columns = values.map((_, column) => written.map((one) => textOf(one.values[column])))
  const ids = asked.map((one) => textOf(one.ids))
  const lists = [[...asked.keys()].map(String), ids, ...columns].map((list) => `${bind(list)}::text[]`)
  const names = ['place', 'ids', ...values.map((_, column) => `v${column}`)]
  return `SELECT t.id, asked.place::integer AS place FROM unnest(${lists.join(', ')}) AS asked (${names.join(', ')})
    CROSS JOIN LATERAL unnest(asked.ids::bigint[]) AS w (id) JOIN ${schema}.bills t ON t.id = w.id
    WHERE ${text}`
}

/** The conditions for a bill `t` of a row `asked`, whose columns have the values. */
function conditionsOf({ q, sponsor, ...filters }: BillFilters, schema: string) {
  const values: unknown[] = []
  const bind = (value: unknown): string => {
    values.push(value)
    const column = `asked.v${values.length - 1}`
    return typeof value === 'number' ? `${column}::bigint` : column
  }
  const conditions = [...filterConditions(filters, { schema, bind }), 'NOT t.deleted']
  // This reads the sponsors of one bill, which are few. A sponsor may have thousands of bills.
  if (sponsor !== undefined)
    conditions.push(`EXISTS (SELECT FROM (${sponsoredBy(sponsor, schema, bind)}) p WHERE p.bill_id = t.id)`)
  if (q !== undefined) {
    // As everywhere, words count only if the search is not the number of a bill.
    const numbered = [
      hasIdentifier(q, bind, 'b'),
      'NOT b.deleted',
      ...filterConditions({ ...filters, sponsor }, { schema, bind, table: 'b' }),
    ]
    const isWords = `NOT EXISTS (SELECT FROM ${schema}.bills b WHERE ${numbered.join(' AND ')})`
    const words = haveAnyWords(schema, wordsQuery(q, bind))
    conditions.push(`(${hasIdentifier(q, bind)} OR (${isWords} AND ${words}))`)
  }
  return { text: conditions.join(' AND '), values }
}

/** A value as Postgres reads it from a text. */
const textOf = (value: unknown): string =>
  Array.isArray(value) ? `{${value.map((one) => `"${escaped(String(one))}"`).join(',')}}` : String(value)
const escaped = (text: string): string => text.replaceAll(/["\\]/g, String.raw`\$&`)
