import { beforeAll, describe, expect, it } from 'vitest'
import { notExported, notOwned, ownedTables } from '../../../api/account-data/owned-tables.ts'
import { createTestDatabase, type TestDatabase } from '../../support/stores/database.ts'

/** Schemas in which accounts have rows. */
const SCHEMAS = ['account', 'alerts', 'webhook']

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})

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
