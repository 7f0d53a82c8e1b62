import type { Action } from '../../../schemas/event-bodies/bill.ts'
import { reportedChamber, type StatusAction, type Step } from './action-steps.ts'
import type { FoldState } from './fold-state.ts'
import { type StatusContext, walkActions } from './status.ts'

/** A clerk's entry that sends a bill on after a vote. */
const REPASSED = /\brepass/iu
const SENT_ON = /\btransmitted to\b|\bmessaged? to\b|\breferral waived\b/iu

/**
 * Marks each action by which a chamber passes the bill, if its classes do not show it. Scrapers call the
 * speaker's signature a passage, and leave "Third reading, passed" without a class. A vote on a conference
 * report is a passage. An agreement to the other chamber's amendments is one only if the source calls it so.
 * A journal's report of an earlier vote counts only if the vote itself is missing.
 */
export function markPassages(actions: readonly Action[], context: StatusContext): Action[] {
  const passing = passagesOf(actions, context)
  return actions.map(({ is_passage: _before, ...action }) => {
    const isPassage = passing.has(action.id)
    return isPassage === action.classification.includes('passage')
      ? action
      : { ...action, is_passage: isPassage }
  })
}

function passagesOf(actions: readonly Action[], context: StatusContext): ReadonlySet<string> {
  const found = new Set<string>()
  let before: Pick<FoldState, 'status'> & { readonly passed: ReadonlySet<string> } = {
    status: null,
    passed: new Set(),
  }
  walkActions(actions, context, (state, action, steps) => {
    const isRecordedVote = (step: Step) => action !== null && isVote(step, action, state)
    if (action !== null && isOpen(before.status) && steps.some(isRecordedVote)) {
      const chamber = reportedChamber(action)
      const isReport = chamber !== null && (chamber !== action.chamber || SENT_ON.test(action.description))
      if (!isReport || !before.passed.has(chamber)) found.add(action.id)
    }
    before = { status: state.status, passed: new Set(state.passed) }
  })
  return found
}

/** After a veto or an enactment, a passage is the override of a veto, of the bill or of items. */
const isOpen = (status: FoldState['status']): boolean => status !== 'vetoed' && status !== 'enacted'

function isVote(
  step: Step,
  action: Pick<StatusAction, 'classification' | 'description'>,
  { measure, passed }: FoldState,
): boolean {
  switch (step.kind) {
    case 'passed':
      return !step.is_adoption || measure.never_law
    case 'conference_agreed':
      return true
    case 'concurred':
      if (step.is_some_motion) return passed.size === 2 && step.chamber === measure.origin
      return action.classification.includes('passage') || REPASSED.test(action.description)
    default:
      return false
  }
}
