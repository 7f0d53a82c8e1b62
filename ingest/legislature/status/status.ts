import type { Progress } from '../../../schemas/event-bodies/bill.ts'
import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { Chamber } from '../../../schemas/vocabulary/vocabulary.ts'
import { withJournalChamber } from '../action-classes/journal-chamber.ts'
import { type StatusAction, type Step, stepsOf } from './action-steps.ts'
import { applyStep } from './apply-step.ts'
import { endsWithSession } from './ends-with-session.ts'
import { advance, createFoldState, type FoldState } from './fold-state.ts'
import { measureOf } from './measure.ts'
import { reversedStepKey, reversedSteps } from './reversed-steps.ts'

export type StatusContext = {
  /** Division id. */
  readonly jurisdiction: string
  readonly chamber_of_origin: Chamber | string | null
  readonly classification: readonly string[]
  readonly title: string
  /** As printed. Its letters show the kind if the source's classification does not. */
  readonly identifier?: string
  /** Identifier of its session. */
  readonly session?: string
  /** Day of an explicit session.closed. Without one, a bill is never `dead`. */
  readonly session_closed_on?: string | null
}

/**
 * Folds actions, oldest first, into the statuses of a bill; the present one is last. Each names the action
 * that caused it, unless it follows from the listing itself or from the end of the session.
 */
export function foldStatus(actions: readonly StatusAction[], context: StatusContext): Progress[] {
  const progress: Progress[] = []
  const state = walkActions(actions, context, (reached, action) => {
    const { status, detail } = reached
    const last = progress.at(-1)
    if (status === null || (last?.status === status && last.detail === detail)) return
    progress.push({ status, detail, date: dateOf(action), action_id: action?.id ?? null })
  })
  const closedOn = context.session_closed_on ?? null
  if (
    closedOn !== null &&
    endsWithSession(state, { closed_on: closedOn, session: context.session ?? null })
  ) {
    progress.push({ status: 'dead', detail: null, date: closedOn, action_id: null })
  }
  return progress
}

/** null also if the printed date cannot be right. */
function dateOf(action: StatusAction | null): string | null {
  return action === null || action.placed_on !== undefined ? null : action.date
}

/**
 * Applies the actions in order and reports the state after each, with the action. A bill without actions is
 * introduced.
 */
export function walkActions(
  actions: readonly StatusAction[],
  context: StatusContext,
  see: (state: FoldState, action: StatusAction | null, steps: readonly Step[]) => void,
): FoldState {
  const jurisdiction = findJurisdiction(context.jurisdiction)?.abbreviation ?? ''
  const state = createFoldState(measureOf({ ...context, jurisdiction }))
  const overtaken = reversedSteps(actions, jurisdiction)
  for (const action of withJournalChamber(actions, jurisdiction)) {
    const steps = stepsOf(action, jurisdiction).flatMap((step): Step[] => {
      if (!overtaken.has(reversedStepKey(action.id, step.kind))) return [step]
      return step.kind === 'passed' ? [{ kind: 'reported' }] : []
    })
    for (const step of steps) applyStep(state, step, action.placed_on ?? action.date)
    // An action without a step still shows that the chamber has the bill.
    if (state.status === null) advance(state, 'introduced')
    see(state, action, steps)
  }
  if (state.status === null) {
    advance(state, 'introduced')
    see(state, null, [])
  }
  return state
}
