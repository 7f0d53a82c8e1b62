import type { Progress } from '../schemas/event/bill.ts'
import { findJurisdiction } from '../schemas/jurisdictions.ts'
import type { Chamber } from '../schemas/vocabulary.ts'
import { measureOf } from './measure.ts'
import { type StatusAction, stepsOf } from './status-steps.ts'
import { advance, createWay, endsWithSession, move, stop } from './status-way.ts'

export type StatusContext = {
  /** Division id. */
  readonly jurisdiction: string
  readonly chamber_of_origin: Chamber | string | null
  readonly classification: readonly string[]
  readonly title: string
  /** Day of an explicit session.closed; without one nothing is ever `dead`. */
  readonly session_closed_on?: string | null
}

/**
 * Actions, ordered oldest first, as the statuses that a bill went through, the present one last. Each names the action
 * that caused it; only what follows from the listing itself, or from the end of the session, names none.
 */
export function foldStatus(actions: readonly StatusAction[], context: StatusContext): Progress[] {
  const jurisdiction = findJurisdiction(context.jurisdiction)?.abbreviation ?? ''
  const way = createWay(measureOf({ ...context, jurisdiction }))
  const progress: Progress[] = []
  const record = (action_id: string | null, date: string | null): void => {
    const { status, detail } = way
    const last = progress.at(-1)
    if (status === null || (last?.status === status && last.detail === detail)) return
    progress.push({ status, detail, date, action_id })
  }
  for (const action of actions) {
    for (const step of stepsOf(action, jurisdiction)) move(way, step, action.date)
    // An action that says nothing of the way still shows that the bill lies before its chamber.
    if (way.status === null) advance(way, 'introduced')
    record(action.id, action.date)
  }
  if (way.status === null) {
    advance(way, 'introduced')
    record(null, null)
  }
  const closed_on = context.session_closed_on ?? null
  if (closed_on !== null && endsWithSession(way)) {
    stop(way, 'dead', null, closed_on)
    record(null, closed_on)
  }
  return progress
}
