import type pg from 'pg'
import { IdSet } from '../../runtime/id-set.ts'
import type { Table } from '../read-model/table.ts'
import { ownerTable, readTables } from '../tables/read-tables.ts'
import { comparedColumns, differingColumns } from './compare-row.ts'
import type { OracleRow, OracleTables } from './oracle/oracle-tables.ts'

export type Difference = {
  readonly table: string
  readonly key: string
  readonly kind: 'missing' | 'extra' | 'differs'
  /** The differing columns. */
  readonly columns: readonly string[]
}

const ENTITIES_AT_ONCE = 500

const NAMED = 100

/** All differences are counted, and the first ones named. */
export class Differences {
  readonly named: Difference[] = []
  count = 0
  add(difference: Difference): void {
    this.count += 1
    if (this.named.length < NAMED) this.named.push(difference)
  }

  addAll({ count, named }: Pick<Differences, 'count' | 'named'>): void {
    this.count += count
    this.named.push(...named.slice(0, NAMED - this.named.length))
  }
}

/** The rows of a table that were compared: how many, and which keys it must have. */
export type Seen = { rows: number; readonly ids: IdSet }

/** Rows of one table that belong to these entities. */
type Some = { readonly table: Table; readonly ids: readonly number[]; readonly rows: readonly OracleRow[] }

/** Compares expected rows with actual ones, and remembers which must exist (extra-rows.ts). */
export class Comparison {
  rows = 0
  readonly differences: Differences
  readonly seen: ReadonlyMap<Table, Seen> = new Map(
    readTables.map((table) => [table, { rows: 0, ids: new IdSet() }]),
  )
  readonly #client: pg.ClientBase
  readonly #schema: string

  constructor(client: pg.ClientBase, schema: string, differences: Differences) {
    this.#client = client
    this.#schema = schema
    this.differences = differences
  }

  /** The database reads the next rows while some are compared. */
  async compare(expected: OracleTables): Promise<void> {
    let reading: Promise<Some> | undefined
    for (const table of readTables) {
      const ids = [...expected.of(ownerTable(table).name).keys()] as number[]
      for (let start = 0; start < ids.length; start += ENTITIES_AT_ONCE) {
        const some = await reading
        reading = this.#read(table, ids.slice(start, start + ENTITIES_AT_ONCE))
        // The next step awaits it.
        reading.catch(() => {})
        if (some !== undefined) this.#compareSome(expected, some)
      }
    }
    if (reading !== undefined) this.#compareSome(expected, await reading)
  }

  /** The rows with these ids, or all parts of these entities: extra parts appear here. */
  async #read(table: Table, ids: readonly number[]): Promise<Some> {
    const { rows } = await this.#client.query<OracleRow>(
      `SELECT ${comparedColumns(table)} FROM ${this.#schema}.${table.name}
       WHERE ${table.group ?? table.key} = ANY ($1::bigint[])`,
      [ids],
    )
    return { table, ids, rows }
  }

  #compareSome(tables: OracleTables, { table, ids, rows }: Some): void {
    const seen = this.seen.get(table)!
    seen.rows += rows.length
    const live = new Map(rows.map((row) => [row[table.key] as number | string, row]))
    const all = tables.of(table.name)
    const keys =
      table.group === null
        ? ids
        : ids.flatMap((id) => tables.partsOf(table.name, id).map((row) => row.id as string))
    if (table.group === null) for (const id of ids) seen.ids.add(id)
    for (const key of keys) {
      this.#compareRow(table, key, all.get(key)!, live.get(key))
      live.delete(key)
    }
    for (const key of live.keys()) {
      this.differences.add({ table: table.name, key: String(key), kind: 'extra', columns: [] })
    }
    this.rows += keys.length
  }

  #compareRow(table: Table, key: number | string, expected: OracleRow, live: OracleRow | undefined): void {
    const place = { table: table.name, key: String(key) }
    if (live === undefined) {
      this.differences.add({ ...place, kind: 'missing', columns: [] })
      return
    }
    const columns = differingColumns(table, expected, live)
    if (columns.length > 0) this.differences.add({ ...place, kind: 'differs', columns })
  }
}
