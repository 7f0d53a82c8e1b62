import type pg from 'pg'
import type { WorkingSet } from '../fold/working-set.ts'
import { openItem } from '../read-model/item.ts'
import type { Touch } from '../read-model/projector.ts'
import { keyType, type Table } from '../read-model/table.ts'

/** Loads the rows that the touches name, with one query per table and kind of key. */
export async function loadRows(
  client: pg.PoolClient,
  schema: string,
  touches: Iterable<Touch>,
  into: WorkingSet,
): Promise<void> {
  const wanted = new Map<Table, { key: Set<number | string>; group: Set<number | string> }>()
  for (const { table, by, key } of touches) {
    let keys = wanted.get(table)
    if (keys === undefined) {
      keys = { key: new Set(), group: new Set() }
      wanted.set(table, keys)
    }
    keys[by].add(key)
  }
  for (const [table, keys] of wanted) {
    await selectRows(client, schema, table, table.key, keys.key, into)
    if (table.group !== null) await selectRows(client, schema, table, table.group, keys.group, into)
  }
}

async function selectRows(
  client: pg.PoolClient,
  schema: string,
  table: Table,
  column: string,
  keys: ReadonlySet<number | string>,
  into: WorkingSet,
): Promise<void> {
  if (keys.size === 0) return
  const type = keyType(table, column)
  const { rows } = await client.query<Record<string, unknown>>(
    `SELECT ${selectList(table)} FROM ${schema}.${table.name} WHERE ${column} = ANY($1::${type}[])`,
    [[...keys]],
  )
  for (const row of rows) into.load(table, fromDatabase(table, row))
}

/** Selects JSON as text, because rows store it as text; also `seq`, because it does not fit into a number. */
function selectList(table: Table): string {
  return Object.entries(table.columns)
    .map(([name, { kind }]) =>
      kind === 'seq' || kind === 'json' || kind === 'item' || kind === 'part_item'
        ? `${name}::text AS ${name}`
        : name,
    )
    .join(', ')
}

function fromDatabase(table: Table, row: Record<string, unknown>): object {
  for (const [name, { kind }] of Object.entries(table.columns)) {
    const value = row[name]
    if (value === null) continue
    if (kind === 'seq') row[name] = BigInt(value as string)
    else if (kind === 'item' || kind === 'part_item') {
      row[name] = openItem(kind, value as string, row as Parameters<typeof openItem>[2])
    }
  }
  return row
}
