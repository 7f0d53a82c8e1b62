import type pg from 'pg'
import type { Table } from '../read-model/table.ts'
import { ownerTable } from '../tables/read-tables.ts'
import type { Differences, Seen } from './compare.ts'

const ROWS_AT_ONCE = 10_000

/**
 * Finds rows that are not in the log. It only searches a table that has more rows than were compared, by reading its
 * keys.
 */
export async function findExtraRows(
  client: pg.ClientBase,
  readSchema: string,
  seen: ReadonlyMap<Table, Seen>,
  differences: Differences,
): Promise<void> {
  for (const [table, met] of seen) {
    const from = `${readSchema}.${table.name}`
    const { rows } = await client.query<{ count: number }>(`SELECT count(*) AS count FROM ${from}`)
    if (rows[0]!.count === met.rows) continue
    const { ids } = seen.get(ownerTable(table))!
    await client.query(
      `DECLARE extra NO SCROLL CURSOR FOR SELECT ${table.key}::text AS key, ${table.group ?? table.key} AS owner FROM ${from}`,
    )
    for (;;) {
      const found = await client.query<{ key: string; owner: number }>(`FETCH ${ROWS_AT_ONCE} FROM extra`)
      for (const { key, owner } of found.rows) {
        if (!ids.has(owner)) differences.add({ table: table.name, key, kind: 'extra', columns: [] })
      }
      if (found.rows.length < ROWS_AT_ONCE) break
    }
    await client.query('CLOSE extra')
  }
}
