import { beforeAll, describe, expect, it } from 'vitest'
import { notExported, notOwned, ownedTables } from '../../../api/account-data/owned-tables.ts'
import { createTestDatabase, type TestDatabase } from '../../support/stores/database.ts'

/** Schemas in which accounts have rows. */
const SCHEMAS = ['account', 'alerts', 'webhook']

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})

const named = (oid: string) => `replace(${oid}::regclass::text, '"', '')`

/** The columns of the indexes that find every row which has a value: those of a part of the rows do not count. */
async function indexColumns(): Promise<readonly { table: string; columns: readonly string[] }[]> {
  const { rows } = await test.database.query<{ table: string; columns: string[] }>(
    `SELECT ${named('i.indrelid')} AS table, array_agg(a.attname::text ORDER BY k.place) AS columns
     FROM pg_index i CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS k (number, place)
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
     JOIN pg_attribute first ON first.attrelid = i.indrelid AND first.attnum = i.indkey[0]
     JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
     WHERE m.amname = 'btree' AND i.indisvalid
       AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) = '(' || first.attname || ' IS NOT NULL)')
     GROUP BY i.indexrelid, i.indrelid`,
  )
  return rows
}

describe('the tables of an account', () => {
  it('are all named: a table is exported, or a reason says why not', async () => {
    const { rows } = await test.database.query<{ name: string }>(
      `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
       WHERE table_schema = ANY($1) AND table_type = 'BASE TABLE' ORDER BY 1`,
      [SCHEMAS],
    )
    const named = [...ownedTables.map(({ table }) => table), ...Object.keys({ ...notExported, ...notOwned })]
    expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('are in no other schema', async () => {
    const { rows } = await test.database.query(
      `SELECT table_schema, table_name FROM information_schema.columns
       WHERE column_name = 'account_id' AND NOT table_schema = ANY($1)`,
      [SCHEMAS],
    )
    expect(rows).toEqual([])
  })

  it('are read by an index that has the rows of one owner in the order of the export', async () => {
    const indexes = await indexColumns()
    const read = ownedTables.map(({ table, column, key, is_few }) => ({
      table,
      columns: is_few === true ? [column] : [column, ...key.map(([name]) => name)],
    }))
    const slow = read.filter(
      ({ table, columns }) =>
        !indexes.some(
          (one) => one.table === table && columns.every((name, place) => one.columns[place] === name),
        ),
    )
    expect(slow).toEqual([])
  })

  it('have an index for every reference to another of their rows, which a deletion follows', async () => {
    const indexes = await indexColumns()
    const { rows } = await test.database.query<{ table: string; column: string }>(
      `SELECT ${named('c.conrelid')} AS table, a.attname AS column FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
       JOIN pg_namespace n ON n.oid = c.connamespace
       WHERE c.contype = 'f' AND n.nspname = ANY($1)`,
      [SCHEMAS],
    )
    const slow = rows.filter(
      (one) => !indexes.some(({ table, columns }) => table === one.table && columns[0] === one.column),
    )
    expect(slow).toEqual([])
  })

  it('with the id of an account have an index that begins with it', async () => {
    const indexes = await indexColumns()
    const { rows } = await test.database.query<{ table: string }>(
      `SELECT ${named('attrelid')} AS table FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
       JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE attname = 'account_id' AND c.relkind = 'r' AND n.nspname = ANY($1)`,
      [SCHEMAS],
    )
    const slow = rows.filter(
      (one) => !indexes.some(({ table, columns }) => table === one.table && columns[0] === 'account_id'),
    )
    // Digests are found by their subscriptions.
    expect(slow).toEqual([{ table: 'alerts.digest' }])
  })

  it('show no column that may be a secret, unless it is named here', async () => {
    const { rows } = await test.database.query<{ name: string; column: string }>(
      `SELECT table_schema || '.' || table_name AS name, column_name AS column FROM information_schema.columns
       WHERE table_schema = ANY($1) AND (data_type = 'bytea' OR column_name ~ 'secret|sha256|_key$|token')`,
      [SCHEMAS],
    )
    const shown = rows.filter(({ name, column }) =>
      ownedTables.some(({ table, left_out = [] }) => table === name && !left_out.includes(column)),
    )
    expect(shown.map(({ name, column }) => `${name}.${column}`).toSorted()).toEqual([
      'account.answer_day.tokens',
      'account.page_logo.bytes',
      'account.page_logo.sha256',
      'webhook.attempt.delivery_key',
    ])
  })
})
