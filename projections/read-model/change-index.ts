import type { LogEvent } from '../../schemas/log/event.ts'
import { type ChangeReason, changeReasons } from '../../schemas/vocabulary/vocabulary.ts'
import type { ChangeRow, Reasons } from './table.ts'

/** The position of a row in the change index: `updated_at` is the event's stamp, `seq` its position in the log. */
type ChangePosition = Pick<ChangeRow, 'updated_at' | 'seq'>

function isLater(event: LogEvent, position: ChangePosition): boolean {
  const at = event.meta.recorded_at
  return at === position.updated_at ? event.seq > position.seq : at > position.updated_at
}

/** The position of a row after an event, for rows without reasons. */
export function laterPosition(row: ChangePosition | undefined, event: LogEvent): ChangePosition {
  return row === undefined || isLater(event, row)
    ? { updated_at: event.meta.recorded_at, seq: event.seq }
    : { updated_at: row.updated_at, seq: row.seq }
}

/**
 * The position and reasons of a row after an event. The later position wins, because events of two topics change a
 * bill.
 */
export function movedTo(
  row: (ChangePosition & { readonly reasons: Reasons }) | undefined,
  event: LogEvent,
  ...because: readonly ChangeReason[]
): ChangePosition & { readonly reasons: Reasons } {
  const reasons: { [R in ChangeReason]?: string } = { ...row?.reasons }
  const at = event.meta.recorded_at
  for (const reason of because) {
    const last = reasons[reason]
    if (last === undefined || last < at) reasons[reason] = at
  }
  return row === undefined || isLater(event, row)
    ? { updated_at: at, seq: event.seq, reasons }
    : { updated_at: row.updated_at, seq: row.seq, reasons }
}

/** A tombstone: the row stays without content for clients that have it. */
export function tombstone<R extends ChangeRow>(
  row: R,
  event: LogEvent,
  ...because: readonly ChangeReason[]
): R {
  return { ...row, ...movedTo(row, event, ...because), item: null, deleted: true }
}

/** Orders reasons, so that equal reasons are equal text. */
export function reasonsText(reasons: Reasons): string {
  let text = ''
  for (const reason of changeReasons) {
    const at = reasons[reason]
    if (at !== undefined) text += `${text === '' ? '' : ','}"${reason}":"${at}"`
  }
  return `{${text}}`
}
