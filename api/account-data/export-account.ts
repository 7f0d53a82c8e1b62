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
      if (rows.length > 0) yield rows.map((row) => `{"table":"${table.table}","row":${row}}\n`).join('')
    }
  }
  yield lineOf({ end: { rows: count } })
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`

/** Reads the rows that a table has of the account, in pieces. */
async function* rowsOf(
  database: Queryable,
  table: OwnedTable,
  accountId: number,
): AsyncGenerator<readonly string[]> {
  for await (const owners of ownersOf(database, table, accountId)) {
    if (table.is_few === true) yield await readFew(database, table, owners)
    else for (const owner of owners) yield* readPieces(database, table, owner, rowOf(table))
  }
}

/** What the column of a table has in rows of the account: its id, or the keys of the rows that they belong to. */
async function* ownersOf(
  database: Queryable,
  { inside }: OwnedTable,
  accountId: number,
): AsyncGenerator<readonly string[]> {
  if (inside === undefined) {
    yield [String(accountId)]
    return
  }
  const parent = ownedTables.find(({ table }) => table === inside)!
  for await (const owners of ownersOf(database, parent, accountId))
    for (const owner of owners)
      yield* readPieces(database, parent, owner, `t.${parent.referred_by ?? 'id'}::text`)
}

/** A row as JSON. A picture is not readable as the hex of Postgres. */
function rowOf({ table, left_out = [] }: OwnedTable): string {
  const picture =
    table === 'account.page_logo' ? `|| jsonb_build_object('bytes', encode(t.bytes, 'base64'))` : ''
  return `(to_jsonb(t) - '{${left_out.join(',')}}'::text[] ${picture})::text`
}

/** Reads on from the last row of the piece before, by an index over the column and the key. */
async function* readPieces(
  database: Queryable,
  { table, column, key }: OwnedTable,
  owner: string,
  value: string,
): AsyncGenerator<readonly string[]> {
  const columns = key.map(([name]) => `t.${name}`).join(', ')
  const places = key.map(([, type], index) => `$${index + 2}::${type}`).join(', ')
  const select = (after: string) => `
    SELECT ${value} AS value, json_build_array(${key.map(([name]) => `t.${name}::text`).join(', ')}) AS place
    FROM ${table} t WHERE t.${column} = $1 ${after} ORDER BY ${columns} LIMIT ${ROWS_A_STATEMENT}`
  let place: readonly string[] = []
  for (;;) {
    const after = place.length === 0 ? '' : `AND (${columns}) > (${places})`
    const { rows } = await database.query<{ value: string; place: readonly string[] }>(select(after), [
      owner,
      ...place,
    ])
    if (rows.length > 0) yield rows.map(({ value }) => value)
    if (rows.length < ROWS_A_STATEMENT) return
    place = rows.at(-1)!.place
  }
}

/** Reads the rows of several owners together. */
async function readFew(
  database: Queryable,
  owned: OwnedTable,
  owners: readonly string[],
): Promise<readonly string[]> {
  const { table, column, key } = owned
  const order = [column, ...key.map(([name]) => name)].map((name) => `t.${name}`).join(', ')
  const { rows } = await database.query<{ row: string }>(
    `SELECT ${rowOf(owned)} AS row FROM ${table} t WHERE t.${column} = ANY ($1) ORDER BY ${order}`,
    [owners],
  )
  return rows.map(({ row }) => row)
}
