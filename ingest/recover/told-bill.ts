import type { Action } from '../../schemas/event/bill.ts'
import type { LogEvent } from '../../schemas/event.ts'
import { retireActions } from '../diff/align-actions.ts'
import { type Lists, retireBill, retireLists } from '../diff/diff-bill.ts'
import { type Held, type HeldBill, isRemoved, type RetiredAction } from '../observe/held.ts'

/** What ingest holds of a bill after an event that told of it. */
export function toldBill(
  before: Held<'bill'> | null,
  event: LogEvent,
  is_first_telling: boolean,
): Held<'bill'> | null {
  if (event.type === 'bill.introduced') {
    const { retired_actions = [], retired_items = [] } = before ?? {}
    return { ...EMPTY, core: event.body.core, retired_actions, retired_items }
  }
  if (event.type === 'bill.merged') {
    return retireBill(event.body.ocd_id, before, `merged into ${event.body.into.ocd_id}`)
  }
  if (before === null || isRemoved(before)) return before
  switch (event.type) {
    case 'bill.removed':
      return retireBill(event.body.ocd_id, before, event.body.reason)
    case 'bill.updated':
      return { ...before, core: event.body.core }
    case 'bill.action':
      return withAction(before, event.body.action, is_first_telling)
    case 'bill.action_corrected':
      return corrected(before, event.body.action)
    case 'bill.action_removed':
      return withoutAction(before, event.body.action_id)
    case 'bill.status_changed':
      return { ...before, progress: event.body.progress }
    case 'bill.sponsors_changed':
      return withLists(event.body.ocd_id, before, { sponsors: event.body.sponsors })
    case 'bill.versions_changed':
      return withLists(event.body.ocd_id, before, { versions: event.body.versions })
    case 'bill.documents_changed':
      return withLists(event.body.ocd_id, before, { documents: event.body.documents })
    case 'bill.related_changed':
      return withLists(event.body.ocd_id, before, { related_bills: event.body.related_bills })
    default:
      return before
  }
}

const EMPTY: Omit<HeldBill, 'core'> = {
  ...{ actions: [], progress: [], sponsors: [], versions: [], documents: [], related_bills: [] },
  ...{ retired_actions: [], retired_items: [] },
}

/** At first sight as they are listed; later ones where their day puts them, which is as near as the log says. */
function withAction(before: HeldBill, action: Action, is_first_telling: boolean): HeldBill {
  const index = is_first_telling ? before.actions.length : placeOf(before.actions, action)
  return {
    ...before,
    actions: before.actions.toSpliced(index, 0, action),
    retired_actions: before.retired_actions.filter(({ id }) => id !== action.id),
  }
}

function corrected(before: HeldBill, action: Action): HeldBill {
  const index = before.actions.findIndex(({ id }) => id === action.id)
  const held = before.actions[index]
  if (held === undefined) return withAction(before, action, false)
  if (dayOf(held) === dayOf(action)) return { ...before, actions: before.actions.with(index, action) }
  const others = before.actions.toSpliced(index, 1)
  return { ...before, actions: others.toSpliced(placeOf(others, action), 0, action) }
}

function withoutAction(before: HeldBill, action_id: string): HeldBill {
  const gone = before.actions.filter(({ id }) => id === action_id)
  const retired: RetiredAction[] = retireActions(gone)
  return {
    ...before,
    actions: before.actions.filter(({ id }) => id !== action_id),
    retired_actions: [...before.retired_actions, ...retired],
  }
}

function placeOf(actions: readonly Action[], action: Action): number {
  return actions.findLastIndex((one) => dayOf(one) <= dayOf(action)) + 1
}

const dayOf = ({ date }: Action): string => date.slice(0, 10)

function withLists(ocd_id: string, before: HeldBill, changed: Partial<Lists>): HeldBill {
  const now = { ...before, ...changed }
  const retired = retireLists(ocd_id, before, now)
  return { ...now, retired_items: [...(before.retired_items ?? []), ...retired] }
}
