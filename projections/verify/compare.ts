import type pg from 'pg'
import { canonicalJson } from '../../schemas/canonical-json.ts'
import type { Table } from '../table.ts'
import { readTables } from '../tables.ts'
import { dress, type OracleRow, type OracleTables } from './oracle-tables.ts'

export type Difference = {
  readonly table: string
  readonly key: string
  readonly kind: 'missing' | 'extra' | 'differs'
  /** Where it differs. */
  readonly columns: readonly string[]
}

const CHUNK = 1_000

/** Differences are all counted; so many are named. */
export class Differences {
  readonly named: Difference[] = []
  count = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  add(difference: Difference): void {
    this.count += 1
    if (this.named.length < this.#limit) this.named.push(difference)
  }
}

/** Compares what the rows must be with what they are; remembers the keys, so that rows too many are found in the end. */
export class Comparison {
  rows = 0
  readonly #client: pg.PoolClient
  readonly #schema: string
  readonly #differences: Differences
  readonly #found = new Map<Table, number>()

  constructor(client: pg.PoolClient, schema: string, differences: Differences) {
    this.#client = client
    this.#schema = schema
    this.#differences = differences
  }

  async begin(): Promise<void> {
    await this.#client.query('CREATE TEMP TABLE verify_seen (in_table text, key text) ON COMMIT DROP')
  }

  async compare(expected: OracleTables): Promise<void> {
    for (const table of readTables) {
      const keys = [...expected.of(table.name).keys()]
      for (let start = 0; start < keys.length; start += CHUNK) {
        await this.#compareChunk(table, expected.of(table.name), keys.slice(start, start + CHUNK))
      }
    }
  }

  async end(): Promise<void> {
    for (const table of readTables) {
      const from = `${this.#schema}.${table.name}`
      const { rows } = await this.#client.query<{ count: number }>(`SELECT count(*) AS count FROM ${from}`)
      if (rows[0]!.count === (this.#found.get(table) ?? 0)) continue
      const extra = await this.#client.query<{ key: string }>(
        `SELECT ${table.key}::text AS key FROM ${from}
         EXCEPT SELECT key FROM verify_seen WHERE in_table = $1 ORDER BY key`,
        [table.name],
      )
      for (const { key } of extra.rows) {
        this.#differences.add({ table: table.name, key, kind: 'extra', columns: [] })
      }
    }
  }

  async #compareChunk(
    table: Table,
    expected: ReadonlyMap<number | string, OracleRow>,
    keys: readonly (number | string)[],
  ): Promise<void> {
    const type = table.columns[table.key]!.kind === 'id' ? 'bigint' : 'text'
    const names = Object.keys(table.columns)
    const select = names.map((name) => (name === 'seq' ? 'seq::text AS seq' : name)).join(', ')
    const { rows } = await this.#client.query<OracleRow>(
      `SELECT ${select} FROM ${this.#schema}.${table.name} WHERE ${table.key} = ANY($1::${type}[])`,
      [keys],
    )
    const live = new Map(rows.map((row) => [row[table.key] as number | string, row]))
    for (const key of keys) this.#compareRow(table, key, dress(expected.get(key)!), live.get(key))
    await this.#client.query('INSERT INTO verify_seen SELECT $1, unnest($2::text[])', [
      table.name,
      keys.map(String),
    ])
    this.rows += keys.length
    this.#found.set(table, (this.#found.get(table) ?? 0) + rows.length)
  }

  #compareRow(table: Table, key: number | string, expected: OracleRow, live: OracleRow | undefined): void {
    const place = { table: table.name, key: String(key) }
    if (live === undefined) {
      this.#differences.add({ ...place, kind: 'missing', columns: [] })
      return
    }
    const columns = Object.keys(table.columns).filter(
      (name) => canonicalJson(live[name] ?? null) !== canonicalJson(expected[name] ?? null),
    )
    if (columns.length > 0) this.#differences.add({ ...place, kind: 'differs', columns })
  }
}
