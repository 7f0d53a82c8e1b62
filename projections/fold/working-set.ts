import type { Rows, Write } from '../read-model/projector.ts'
import type { RowOf, Table } from '../read-model/table.ts'

type Key = number | string
type AnyRow = Record<string, unknown>
export type TableRows = { readonly table: Table; readonly rows: readonly object[] }
type LoadedTable = {
  readonly rows: Map<Key, object>
  readonly changed: Set<Key>
  /** Keys by the table's group column; null for a table without one. */
  readonly groups: Map<Key, Set<Key>> | null
}

/** The rows that a batch may touch, updated event by event. */
export class WorkingSet implements Rows {
  readonly #tables = new Map<Table, LoadedTable>()

  get<T extends Table>(table: T, key: Key): RowOf<T> | undefined {
    return this.#tables.get(table)?.rows.get(key) as RowOf<T> | undefined
  }

  group<T extends Table>(table: T, key: number): readonly RowOf<T>[] {
    const loaded = this.#tables.get(table)
    const keys = loaded?.groups?.get(key)
    if (loaded === undefined || keys === undefined) return []
    return [...keys].map((one) => loaded.rows.get(one) as RowOf<T>)
  }

  /** A row as the database has it. */
  load(table: Table, row: object): void {
    this.#load(table, (row as AnyRow)[table.key] as Key, row)
  }

  /** All writes of one event, after every projector has handled it. */
  apply(writes: readonly Write[]): void {
    for (const { table, key, row } of writes) this.#load(table, key, row).changed.add(key)
  }

  /** The rows that differ from the database. */
  changes(): TableRows[] {
    return [...this.#tables]
      .filter(([, { changed }]) => changed.size > 0)
      .map(([table, { rows, changed }]) => ({ table, rows: [...changed].map((key) => rows.get(key)!) }))
  }

  #load(table: Table, key: Key, row: object): LoadedTable {
    let loaded = this.#tables.get(table)
    if (loaded === undefined) {
      loaded = { rows: new Map(), changed: new Set(), groups: table.group === null ? null : new Map() }
      this.#tables.set(table, loaded)
    }
    loaded.rows.set(key, row)
    if (loaded.groups !== null) {
      const group = (row as AnyRow)[table.group!] as Key
      const keys = loaded.groups.get(group)
      if (keys === undefined) loaded.groups.set(group, new Set([key]))
      else keys.add(key)
    }
    return loaded
  }
}
