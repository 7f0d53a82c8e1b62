import type { LogEvent } from '../../schemas/log/event.ts'
import type { EventType } from '../../schemas/log/event-catalog.ts'
import type { RowOf, Table } from './table.ts'

/**
 * A row that an event may touch, or all rows of one bill. They are loaded before `evolve`, so that it needs no I/O.
 */
export type Touch = {
  readonly table: Table
  readonly key: number | string
  readonly by: 'key' | 'group'
  /** Only the event's own entity creates this row: for an entity that was never seen, nothing is loaded. */
  readonly own: boolean
}

export const ownRow = (table: Table, key: number | string): Touch => ({ table, key, by: 'key', own: true })
export const ownRows = (table: Table, key: number): Touch => ({ table, key, by: 'group', own: true })
export const anyRow = (table: Table, key: number | string): Touch => ({ table, key, by: 'key', own: false })
export const anyRows = (table: Table, key: number): Touch => ({ table, key, by: 'group', own: false })

/** The rows before an event. */
export type Rows = {
  get<T extends Table>(table: T, key: number | string): RowOf<T> | undefined
  /** All rows of a bill, tombstones included, in no order. */
  group<T extends Table>(table: T, key: number): readonly RowOf<T>[]
}

export type Write = { readonly table: Table; readonly key: number | string; readonly row: object }

export function write<T extends Table>(table: T, row: RowOf<T>): Write {
  return writeRow(table, row)
}

/** Like `get`, for a table without a row type. */
export function writeRow(table: Table, row: object): Write {
  return { table, key: (row as Record<string, number | string>)[table.key]!, row }
}

/**
 * A read model: the events that it handles, its tables, and how an event changes their rows. The law: rows depend on
 * the log alone. `evolve` is pure: no clock, no randomness, no I/O. Any order of events that keeps each topic's order
 * of a key leads to the same rows. It does not matter how batches are cut, topics interleave, or a prefix repeats.
 * Repeated events never reach it, because the registry knows the last sequence of each entity. Values from two topics
 * are therefore merged by the greater (at, seq). Rows are closed per key of the log: an event only touches and writes
 * rows that only events of its own key write. So a rebuild folds the log key by key. Readers join facts of other
 * entities. `evolve` throws if an event cannot be applied: then no projector's writes of that event are kept.
 */
export type Projector<E extends EventType = EventType> = {
  readonly name: string
  readonly events: readonly E[]
  readonly tables: readonly Table[]
  touches(event: LogEvent<E>): readonly Touch[]
  /** Further rows that it touches. They are known only from the rows of `touches` before the whole batch. */
  furtherTouches?(rows: Rows, event: LogEvent<E>): readonly Touch[]
  evolve(rows: Rows, event: LogEvent<E>): readonly Write[]
}
