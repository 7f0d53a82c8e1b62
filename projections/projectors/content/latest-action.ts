import type { Action } from '../../../schemas/event-bodies/bill.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'
import { dayOf } from '../../../schemas/values/calendar-day.ts'
import { ownRow, ownRows, type Rows, type Touch } from '../../read-model/projector.ts'
import type { RowOf } from '../../read-model/table.ts'
import { billActionsTable, type billsTable } from '../../tables/bill-tables.ts'

type OfAction = LogEvent<'bill.action' | 'bill.action_corrected' | 'bill.action_removed'>
type BillRow = RowOf<typeof billsTable>
export type LatestAction = Pick<BillRow, 'latest_action' | 'latest_action_on' | 'latest_action_sequence'>

export const noAction: LatestAction = {
  latest_action: null,
  latest_action_on: null,
  latest_action_sequence: null,
}

export function actionTouches(event: OfAction): Touch[] {
  return [ownRow(billActionsTable, actionOf(event))]
}

/**
 * Loads all actions of a bill if the latest one may be corrected or removed, so that another becomes the latest.
 * `bill` and `rows` are those before the batch. Otherwise only three can become the latest: the previous latest; a
 * new or repeated action of this batch; and an action that is corrected to a later position, which is checked here.
 */
export function otherActions(bill: LatestAction | undefined, rows: Rows, event: OfAction): Touch[] {
  if (bill === undefined) return []
  const existing = rows.get(billActionsTable, actionOf(event))
  const isNeeded =
    event.type === 'bill.action'
      ? existing !== undefined
      : existing === undefined ||
        existing.deleted ||
        existing.first_sequence === bill.latest_action_sequence ||
        becomesLast(bill, event)
  return isNeeded ? [ownRows(billActionsTable, event.body.id)] : []
}

/** An action that is removed and recorded again has the position of this event, if not an earlier one. */
function becomesLast(
  bill: LatestAction,
  event: LogEvent<'bill.action_corrected' | 'bill.action_removed'>,
): boolean {
  if (event.type === 'bill.action_removed') return false
  return later(bill, latestOf(event.body.action, event.meta.sequence)) !== bill
}

function actionOf(event: OfAction): string {
  return event.type === 'bill.action_removed' ? event.body.action_id : event.body.action.id
}

/**
 * The last of a bill's actions after an event, in the order (day, first_sequence). An action with a day comes before
 * one without.
 */
export function latestAfter(bill: LatestAction, rows: Rows, event: OfAction): LatestAction {
  if (event.type === 'bill.action') {
    const { action } = event.body
    const existing = rows.get(billActionsTable, action.id)
    if (existing?.deleted === false) {
      throw new Error(
        `action ${action.id} is recorded as new but already exists: a correction needs its own event`,
      )
    }
    return later(bill, latestOf(action, event.meta.sequence))
  }
  const changed = actionOf(event)
  const existing = rows.get(billActionsTable, changed)
  const was = existing?.deleted === false ? existing.first_sequence : null
  const now =
    event.type === 'bill.action_removed' ? noAction : latestOf(event.body.action, was ?? event.meta.sequence)
  // Only if the latest action changes can another one replace it: then all are compared.
  if (was === null || was !== bill.latest_action_sequence) return later(bill, now)
  return later(latestOfOthers(rows, event.body.id, changed), now)
}

function latestOfOthers(rows: Rows, billId: number, changed: string): LatestAction {
  const others = rows
    .group(billActionsTable, billId)
    .filter(({ id, deleted, is_dated }) => id !== changed && !deleted && is_dated)
  let last = others[0]
  if (last === undefined) return noAction
  for (const other of others) if (isLater(other, last)) last = other
  return latestOf(JSON.parse(last.item!) as Action, last.first_sequence)
}

/** An action with an impossible date is never the latest. */
function latestOf(
  { date, description, placed_on }: Pick<Action, 'date' | 'description' | 'placed_on'>,
  sequence: number,
): LatestAction {
  if (placed_on !== undefined) return noAction
  return {
    latest_action: JSON.stringify({ date, description }),
    latest_action_on: dayOf(date),
    latest_action_sequence: sequence,
  }
}

function later(a: LatestAction, b: LatestAction): LatestAction {
  if (a.latest_action_sequence === null) return b
  if (b.latest_action_sequence === null) return a
  const placeOf = (one: LatestAction): ActionPosition => ({
    day: one.latest_action_on,
    first_sequence: one.latest_action_sequence!,
  })
  return isLater(placeOf(a), placeOf(b)) ? a : b
}

type ActionPosition = { readonly day: string | null; readonly first_sequence: number }

function isLater(a: ActionPosition, b: ActionPosition): boolean {
  const [dayA, dayB] = [a.day ?? '', b.day ?? '']
  return dayA === dayB ? a.first_sequence > b.first_sequence : dayA > dayB
}
