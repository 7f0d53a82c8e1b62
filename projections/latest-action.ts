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
  const changed = event.type === 'bill.action_removed' ? event.body.action_id : event.body.action.id
  const held = rows.group(billActionsTable, event.body.id)
  const others = held.filter(({ id, deleted }) => id !== changed && !deleted).map(latestOfRow)
  if (event.type === 'bill.action_removed') return others.reduce(later, noAction)
  const before = held.find(({ id, deleted }) => id === changed && !deleted)
  return others.reduce(later, latestOf(event.body.action, before?.first_sequence ?? event.meta.sequence))
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

function latestOfRow({ item, first_sequence }: RowOf<typeof billActionsTable>): LatestAction {
  return latestOf(JSON.parse(item!) as Action, first_sequence)
}

function later(a: LatestAction, b: LatestAction): LatestAction {
  if (a.latest_action_sequence === null) return b
  if (b.latest_action_sequence === null) return a
  const [day_a, day_b] = [a.latest_action_on ?? '', b.latest_action_on ?? '']
  if (day_a !== day_b) return day_a > day_b ? a : b
  return a.latest_action_sequence > b.latest_action_sequence ? a : b
}
