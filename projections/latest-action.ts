import { dayOf } from '../schemas/calendar-day.ts'
import type { Action } from '../schemas/event/bill.ts'
import type { LogEvent } from '../schemas/event.ts'
import { ownRow, ownRows, type Rows, type Touch } from './projector.ts'
import type { RowOf } from './table.ts'
import { billActionsTable, type billsTable } from './tables/bill-tables.ts'

type OfAction = LogEvent<'bill.action' | 'bill.action_corrected' | 'bill.action_removed'>
type BillRow = RowOf<typeof billsTable>
export type LatestAction = Pick<BillRow, 'latest_action' | 'latest_action_on' | 'latest_action_sequence'>

export const noAction: LatestAction = {
  latest_action: null,
  latest_action_on: null,
  latest_action_sequence: null,
}

/** A new action only has to be compared with the latest; what is corrected or removed may have been the latest. */
export function actionTouches(event: OfAction): Touch[] {
  return event.type === 'bill.action'
    ? [ownRow(billActionsTable, event.body.action.id)]
    : [ownRows(billActionsTable, event.body.id)]
}

/** The last of a bill's actions after an event: the order is theirs, (day, first_sequence), a day before none. */
export function latestAfter(bill: LatestAction, rows: Rows, event: OfAction): LatestAction {
  if (event.type === 'bill.action') {
    const { action } = event.body
    const held = rows.get(billActionsTable, action.id)
    if (held?.deleted === false) {
      throw new Error(`action ${action.id} is told as new, and is there: a correction is an event of its own`)
    }
    return later(bill, latestOf(action, event.meta.sequence))
  }
  const isRemoved = event.type === 'bill.action_removed'
  const changed = isRemoved ? event.body.action_id : event.body.action.id
  const held = rows.get(billActionsTable, changed)
  const was = held?.deleted === false ? held.first_sequence : null
  const now = isRemoved ? noAction : latestOf(event.body.action, was ?? event.meta.sequence)
  // Only what was the latest may leave its place to another: all are looked at then.
  if (was === null || was !== bill.latest_action_sequence) return later(bill, now)
  return later(latestOfOthers(rows, event.body.id, changed), now)
}

function latestOfOthers(rows: Rows, bill_id: number, changed: string): LatestAction {
  const others = rows.group(billActionsTable, bill_id).filter(({ id, deleted }) => id !== changed && !deleted)
  let last = others[0]
  if (last === undefined) return noAction
  for (const other of others) if (isLater(other, last)) last = other
  return latestOf(JSON.parse(last.item!) as Action, last.first_sequence)
}

function latestOf(
  { date, description }: Pick<Action, 'date' | 'description'>,
  sequence: number,
): LatestAction {
  return {
    latest_action: JSON.stringify({ date, description }),
    latest_action_on: dayOf(date),
    latest_action_sequence: sequence,
  }
}

function later(a: LatestAction, b: LatestAction): LatestAction {
  if (a.latest_action_sequence === null) return b
  if (b.latest_action_sequence === null) return a
  const placeOf = (one: LatestAction): Place => ({
    day: one.latest_action_on,
    first_sequence: one.latest_action_sequence!,
  })
  return isLater(placeOf(a), placeOf(b)) ? a : b
}

type Place = { readonly day: string | null; readonly first_sequence: number }

function isLater(a: Place, b: Place): boolean {
  const [day_a, day_b] = [a.day ?? '', b.day ?? '']
  return day_a === day_b ? a.first_sequence > b.first_sequence : day_a > day_b
}
