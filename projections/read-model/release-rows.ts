import type { LogEvent } from '../../schemas/log/event.ts'
import { movedTo } from './change-index.ts'
import { anyRow, anyRows, type Rows, type Touch, type Write, writeRow } from './projector.ts'
import type { ChangeRow, Table } from './table.ts'

type Released = LogEvent<
  | 'bill.released'
  | 'vote.released'
  | 'regulation.released'
  | 'reference.released'
  | 'derivation.released'
  | 'advocacy.released'
>

/**
 * Moves the rows of a key that was parked and is now applied to the position of the release. So sync clients get the
 * changes that they could not see.
 */
export function releaseTouches(event: Released, table: Table): Touch[] {
  return event.body.released_ids.map((id) => (table.group === null ? anyRow(table, id) : anyRows(table, id)))
}

export function releaseWrites(rows: Rows, event: Released, table: Table): Write[] {
  const found = (id: number) => (table.group === null ? [rows.get(table, id)] : [...rows.group(table, id)])
  return event.body.released_ids
    .flatMap(found)
    .filter((row) => row !== undefined)
    .map((row) => writeRow(table, { ...row, ...movedTo(row as unknown as ChangeRow, event, 'released') }))
}
