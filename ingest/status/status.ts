import type { Progress } from '../../schemas/event/bill.ts'
import { findJurisdiction } from '../../schemas/jurisdictions.ts'
import type { Chamber } from '../../schemas/vocabulary.ts'
import { endsWithSession } from './ends-with-session.ts'
import { measureOf } from './measure.ts'
import { overtakenKey, overtakenSteps } from './overtaken.ts'
import { type StatusAction, stepsOf } from './status-steps.ts'
import { advance, createWay, move, type Way } from './status-way.ts'

export type StatusContext = {
  /** Division id. */
  readonly jurisdiction: string
  readonly chamber_of_origin: Chamber | string | null
  readonly classification: readonly string[]
  readonly title: string
  /** As printed. Its letters tell the kind where the source's classification does not. */
  readonly identifier?: string
  /** Identifier of its session. */
  readonly session?: string
  /** Day of an explicit session.closed; without one nothing is ever `dead`. */
  readonly session_closed_on?: string | null
}

/**
 * Actions, ordered oldest first, as the statuses that a bill went through, the present one last. Each names the action
 * that caused it; only what follows from the listing itself, or from the end of the session, names none.
 */
export function foldStatus(actions: readonly StatusAction[], context: StatusContext): Progress[] {
  const progress: Progress[] = []
  const way = foldWay(actions, context, (reached, action) => {
    const { status, detail } = reached
    const last = progress.at(-1)
    if (status === null || (last?.status === status && last.detail === detail)) return
    progress.push({ status, detail, date: action?.date ?? null, action_id: action?.id ?? null })
  })
  const closed_on = context.session_closed_on ?? null
  if (closed_on !== null && endsWithSession(way, { closed_on, session: context.session ?? null })) {
    progress.push({ status: 'dead', detail: null, date: closed_on, action_id: null })
  }
  return progress
}

/** Walks a bill's way and shows where it stands after each action; without any it is introduced. */
export function foldWay(
  actions: readonly StatusAction[],
  context: StatusContext,
  see: (way: Way, action: StatusAction | null) => void,
): Way {
  const jurisdiction = findJurisdiction(context.jurisdiction)?.abbreviation ?? ''
  const way = createWay(measureOf({ ...context, jurisdiction }))
  const overtaken = overtakenSteps(actions, jurisdiction)
  for (const action of actions) {
    for (const step of stepsOf(action, jurisdiction)) {
      if (!overtaken.has(overtakenKey(action.id, step.kind))) move(way, step, action.date)
      else if (step.kind === 'passed') move(way, { kind: 'reported' }, action.date)
    }
    // An action that says nothing of the way still shows that the bill lies before its chamber.
    if (way.status === null) advance(way, 'introduced')
    see(way, action)
  }
  if (way.status === null) {
    advance(way, 'introduced')
    see(way, null)
  }
  return way
}
