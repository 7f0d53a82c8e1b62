import type { Action } from '../../../schemas/event-bodies/bill.ts'
import { reportedChamber, type StatusAction, type Step } from './action-steps.ts'
import type { FoldState } from './fold-state.ts'
import { type StatusContext, walkActions } from './status.ts'

/** A clerk's entry that sends a bill on after a vote. */
const REPASSED = /\brepass/iu
const SENT_ON = /\btransmitted to\b|\bmessaged? to\b|\breferral waived\b/iu

/**
 * Says of each action whether a chamber passes the bill by it, where its classes do not: scrapers call the speaker's
 * signature a passage, and leave "Third reading, passed" without. A vote on the report of a conference is one, an
 * agreement to the other chamber's amendments only where the source calls it so. What the journals record of a vote
 * after it counts only where they do not have the vote itself.
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

/** What passes after a veto or an enactment is the override of a veto, of all or of items. */
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
