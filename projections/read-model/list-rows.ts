import type { LogEvent } from '../../schemas/log/event.ts'
import type { ChangeReason } from '../../schemas/vocabulary/vocabulary.ts'
import { movedTo, tombstone } from './change-index.ts'
import { equalContent } from './item.ts'
import { type Write, writeRow } from './projector.ts'
import type { ChangeRow, Table } from './table.ts'

type ListRow = ChangeRow & { readonly id: string; readonly bill_id: number; readonly position: number }

/** An item of a list: its own columns, and its JSON. */
type Part<R extends ListRow> = Omit<R, 'position' | 'updated_at' | 'seq' | 'deleted' | 'reasons'> & {
  readonly id: string
  readonly item: string
}

/**
 * Updates the rows of a list to the whole list of its event. An unchanged item keeps its position in the change
 * index, even if its place in the list changes. A missing item leaves a tombstone.
 */
export function replaceListRows<R extends ListRow>(
  table: Table,
  existing: readonly R[],
  parts: readonly Part<R>[],
  event: LogEvent,
  reason: ChangeReason,
): Write[] {
  const heldById = new Map(existing.map((row) => [row.id, row]))
  const unchanged = new Set(parts.map(({ id }) => id))
  const gone = existing.filter((row) => !unchanged.has(row.id))
  const writes = parts.map((part, position) => {
    const row = heldById.get(part.id)
    if (row === undefined || row.deleted || !equalContent(row.item, part.item)) {
      return writeRow(table, { ...part, position, deleted: false, ...movedTo(row, event, reason) })
    }
    return isInPlace(row, part, position)
      ? undefined
      : writeRow(table, { ...row, ...part, item: row.item, position })
  })
  return [...writes.filter((write) => write !== undefined), ...removeListRows(table, gone, event, reason)]
}

/** Whether the columns that depend on the rest of the list are the same too. */
const isInPlace = <R extends ListRow>(row: R, part: Part<R>, position: number): boolean =>
  row.position === position &&
  Object.entries(part).every(([column, value]) => column === 'item' || row[column as keyof R] === value)

/** Tombstones for the rows that still exist. */
export function removeListRows(
  table: Table,
  existing: readonly ListRow[],
  event: LogEvent,
  ...because: readonly ChangeReason[]
): Write[] {
  return existing
    .filter((row) => !row.deleted)
    .map((row) => writeRow(table, tombstone(row, event, ...because, 'removed')))
}
