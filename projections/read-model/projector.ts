import type { LogEvent } from '../../schemas/log/event.ts'
import type { EventType } from '../../schemas/log/event-catalog.ts'
import type { RowOf, Table } from './table.ts'

/** A row that an event may touch, or all rows of one bill; loaded before `evolve`, so that it needs no I/O. */
export type Touch = {
  readonly table: Table
  readonly key: number | string
  readonly by: 'key' | 'group'
  /** Nobody but the event's own entity makes this row: nothing is loaded for an entity never seen. */
  readonly own: boolean
}

export const ownRow = (table: Table, key: number | string): Touch => ({ table, key, by: 'key', own: true })
export const ownRows = (table: Table, key: number): Touch => ({ table, key, by: 'group', own: true })
export const anyRow = (table: Table, key: number | string): Touch => ({ table, key, by: 'key', own: false })
export const anyRows = (table: Table, key: number): Touch => ({ table, key, by: 'group', own: false })

/** The rows as they are before an event. */
export type Rows = {
  get<T extends Table>(table: T, key: number | string): RowOf<T> | undefined
  /** All rows of a bill, tombstones included, in no order. */
  group<T extends Table>(table: T, key: number): readonly RowOf<T>[]
}

export type Write = { readonly table: Table; readonly key: number | string; readonly row: object }

export function write<T extends Table>(table: T, row: RowOf<T>): Write {
  return writeRow(table, row)
}

/** The same where the row's type is not known from its table. */
export function writeRow(table: Table, row: object): Write {
  return { table, key: (row as Record<string, number | string>)[table.key]!, row }
}

/**
 * A read model: which events it takes, its tables, and how an event changes their rows.
 *
 * The law: rows depend on the log alone. `evolve` is pure (no clock, no randomness, no I/O) and, for any order of
 * events that keeps each topic's order of a key, the rows end the same: whatever the batch cuts, however the topics
 * interleave, however often a prefix is repeated. An event that comes a second time is not given to it (the registry
 * knows the last sequence of each entity). What comes of two topics is therefore merged by the greater (at, seq).
 * Rows are closed per key of the log: an event touches and writes none but those that only events of its own key write.
 * A rebuild therefore folds the log key by key. What has to be known of others is joined when it is read.
 * `evolve` throws where an event cannot be applied: then no projector's writes of that event are kept.
 */
export type Projector<E extends EventType = EventType> = {
  readonly name: string
  readonly events: readonly E[]
  readonly tables: readonly Table[]
  touches(event: LogEvent<E>): readonly Touch[]
  /** What it touches besides, which only the rows of `touches` tell: as they are before the whole batch that it stands in. */
  furtherTouches?(rows: Rows, event: LogEvent<E>): readonly Touch[]
  evolve(rows: Rows, event: LogEvent<E>): readonly Write[]
}
