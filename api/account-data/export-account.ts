import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { type OwnedTable, ownedTables } from './owned-tables.ts'

const ROWS_A_STATEMENT = 500

type Asked = {
  readonly account_id: number
  readonly account: string
  /** False: contacts of people outside of the account are left out. */
  readonly with_contacts: boolean
  readonly now: Date
}

/**
 * The lines of an export (NDJSON): a head, each row of each table, and an end with the number of rows, so that an export that
 * was cut off is recognized. Rows are read in pieces as they are taken, so the memory does not grow with the account.
 */
export async function* exportAccount(database: Queryable, asked: Asked): AsyncGenerator<string> {
  const { account, now, with_contacts } = asked
  const tables = ownedTables.filter(({ is_contact }) => is_contact !== true || with_contacts)
  const left_out = ownedTables.filter((one) => !tables.includes(one)).map(({ table }) => table)
  yield lineOf({
    export: { account, made_at: now.toISOString(), tables: tables.map(({ table }) => table), left_out },
  })
  let count = 0
  for (const table of tables) {
    for await (const rows of rowsOf(database, table, asked.account_id)) {
      count += rows.length
      yield rows.map((row) => `{"table":"${table.table}","row":${row}}\n`).join('')
    }
  }
  yield lineOf({ end: { rows: count } })
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`

async function* rowsOf(
  database: Queryable,
  { table, of, key, left_out = [] }: OwnedTable,
  accountId: number,
): AsyncGenerator<readonly string[]> {
  const columns = key.map(([name]) => `t.${name}`).join(', ')
  const places = key.map(([, type], index) => `$${index + 2}::${type}`).join(', ')
  // A picture is not readable as the hex of Postgres.
  const picture =
    table === 'account.page_logo' ? `|| jsonb_build_object('bytes', encode(t.bytes, 'base64'))` : ''
  const select = (after: string) => `
    SELECT (to_jsonb(t) - $${after === '' ? 2 : key.length + 2}::text[] ${picture})::text AS row,
      json_build_array(${key.map(([name]) => `t.${name}::text`).join(', ')}) AS place
    FROM ${table} t WHERE ${of} ${after} ORDER BY ${columns} LIMIT ${ROWS_A_STATEMENT}`
  let place: readonly string[] = []
  for (;;) {
    const isFirst = place.length === 0
    const { rows } = await database.query<{ row: string; place: readonly string[] }>(
      select(isFirst ? '' : `AND (${columns}) > (${places})`),
      [accountId, ...place, left_out],
    )
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < ROWS_A_STATEMENT) return
    place = rows.at(-1)!.place
  }
}
