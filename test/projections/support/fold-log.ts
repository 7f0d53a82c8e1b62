import { applyEvent, touchesOfBatch } from '../../../projections/fold/fold-events.ts'
import { WorkingSet } from '../../../projections/fold/working-set.ts'
import { openItem, sealItem } from '../../../projections/read-model/item.ts'
import type { Touch } from '../../../projections/read-model/projector.ts'
import type { Table } from '../../../projections/read-model/table.ts'
import { readTables } from '../../../projections/tables/read-tables.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'
import type { Logged } from '../../legislature/log-builder.ts'

type Row = Record<string, unknown>

/** Tables in memory: a batch sees only the rows that its events touch, as it does with a database. */
export class Tables {
  readonly #rows = new Map<Table, Map<unknown, Row>>(readTables.map((table) => [table, new Map()]))

  apply(batch: readonly LogEvent[]): void {
    const rows = new WorkingSet()
    this.#loadFor(batch, rows)
    for (const event of batch) applyEvent(rows, event)
    for (const { table, rows: changed } of rows.changes()) {
      for (const row of changed as Row[]) this.#rows.get(table)!.set(row[table.key], stored(table, row))
    }
  }

  /** The rows that a batch reads. */
  touches(batch: readonly LogEvent[]): Touch[] {
    return this.#loadFor(batch, new WorkingSet())
  }

  /** The rows of a table by key, as text. */
  read(table: Table): Record<string, string> {
    const entries = [...this.#rows.get(table)!].map(([key, row]) => [String(key), text(row)] as const)
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** A row as a projector sees it. */
  opened(table: Table, key: unknown): Row | undefined {
    const row = this.#rows.get(table)!.get(key)
    return row && loaded(table, row)
  }

  #loadFor(batch: readonly LogEvent[], rows: WorkingSet): Touch[] {
    const all: Touch[] = []
    for (const touches of touchesOfBatch(rows, batch)) {
      for (const touch of touches) this.#load(rows, touch)
      all.push(...touches)
    }
    return all
  }

  #load(
    into: WorkingSet,
    { table, key, by }: { table: Table; key: number | string; by: 'key' | 'group' },
  ): void {
    const rows = this.#rows.get(table)!
    const found =
      by === 'key' ? [rows.get(key)] : [...rows.values()].filter((row) => row[table.group!] === key)
    for (const row of found) if (row !== undefined) into.load(table, loaded(table, row))
  }
}

/** The row with its item sealed, as a database stores it. */
function stored(table: Table, row: Row): Row {
  const kind = table.columns.item?.kind
  if ((kind !== 'item' && kind !== 'part_item') || row.item === null) return { ...row }
  return { ...row, item: sealItem(kind, row.item as string, row as never) }
}

function loaded(table: Table, row: Row): Row {
  const kind = table.columns.item?.kind
  if ((kind !== 'item' && kind !== 'part_item') || row.item === null) return { ...row }
  return { ...row, item: openItem(kind, row.item as string, row as never) }
}

function text(row: Row): string {
  return JSON.stringify(row, (name, value: unknown) => {
    if (typeof value === 'bigint') return String(value)
    // The order of the reasons does not matter.
    return name === 'reasons' && value !== null
      ? Object.fromEntries(Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value
  })
}

export function foldInBatches(batches: readonly (readonly Logged[])[]): Tables {
  const tables = new Tables()
  for (const batch of batches) tables.apply(batch.map(({ event }) => event))
  return tables
}
