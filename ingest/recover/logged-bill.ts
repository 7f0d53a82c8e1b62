import type { Action } from '../../schemas/event-bodies/bill.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import { retireActions } from '../diff/align-actions.ts'
import { type Lists, retireBill, retireLists } from '../diff/diff-bill.ts'
import { isRemoved, type RetiredAction, type Stored, type StoredBill } from '../state/stored-entities.ts'

/** Applies an event of a bill to ingest's stored bill. */
export function loggedBill(
  before: Stored<'bill'> | null,
  event: LogEvent,
  isFirstEmission: boolean,
): Stored<'bill'> | null {
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
      return withAction(before, event.body.action, isFirstEmission)
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

const EMPTY: Omit<StoredBill, 'core'> = {
  actions: [],
  progress: [],
  sponsors: [],
  versions: [],
  documents: [],
  related_bills: [],
  retired_actions: [],
  retired_items: [],
}

/**
 * The first actions keep the order of the list. Later ones are placed by their day, which is as exact as the log is.
 */
function withAction(before: StoredBill, action: Action, isFirstEmission: boolean): StoredBill {
  const index = isFirstEmission ? before.actions.length : indexOfDay(before.actions, action)
  return {
    ...before,
    actions: before.actions.toSpliced(index, 0, action),
    retired_actions: before.retired_actions.filter(({ id }) => id !== action.id),
  }
}

function corrected(before: StoredBill, action: Action): StoredBill {
  const index = before.actions.findIndex(({ id }) => id === action.id)
  const stored = before.actions[index]
  if (stored === undefined) return withAction(before, action, false)
  if (dayOf(stored) === dayOf(action)) return { ...before, actions: before.actions.with(index, action) }
  const others = before.actions.toSpliced(index, 1)
  return { ...before, actions: others.toSpliced(indexOfDay(others, action), 0, action) }
}

function withoutAction(before: StoredBill, actionId: string): StoredBill {
  const gone = before.actions.filter(({ id }) => id === actionId)
  const retired: RetiredAction[] = retireActions(gone)
  return {
    ...before,
    actions: before.actions.filter(({ id }) => id !== actionId),
    retired_actions: [...before.retired_actions, ...retired],
  }
}

function indexOfDay(actions: readonly Action[], action: Action): number {
  return actions.findLastIndex((one) => dayOf(one) <= dayOf(action)) + 1
}

const dayOf = ({ date }: Action): string => date.slice(0, 10)

function withLists(ocdId: string, before: StoredBill, changed: Partial<Lists>): StoredBill {
  const now = { ...before, ...changed }
  const retired = retireLists(ocdId, before, now)
  return { ...now, retired_items: [...(before.retired_items ?? []), ...retired] }
}
