import type { Action } from '../../schemas/event/bill.ts'
import { foldWay, type StatusContext } from './status.ts'
import { reportedChamber, type StatusAction, type Step } from './status-steps.ts'
import type { Way } from './way.ts'

/** A clerk's entry that sends a bill on after a vote. */
const REPASSED = /\brepass/iu
const SENT_ON = /\btransmitted to\b|\bmessaged? to\b|\breferral waived\b/iu

/**
 * Says of each action whether a chamber passes the bill by it, where its classes do not: scrapers call the speaker's
 * signature a passage, and leave "Third reading, passed" without. A vote on the report of a conference is one, an
 * agreement to the other chamber's amendments only where the source calls it so. What the journals record of a vote
 * after it counts only where they do not have the vote itself.
 */
export function tellPassages(actions: readonly Action[], context: StatusContext): Action[] {
  const passing = passagesOf(actions, context)
  return actions.map(({ is_passage: _before, ...action }) => {
    const is_passage = passing.has(action.id)
    return is_passage === action.classification.includes('passage') ? action : { ...action, is_passage }
  })
}

function passagesOf(actions: readonly Action[], context: StatusContext): ReadonlySet<string> {
  const found = new Set<string>()
  let before: Pick<Way, 'status'> & { readonly passed: ReadonlySet<string> } = {
    status: null,
    passed: new Set(),
  }
  foldWay(actions, context, (way, action, steps) => {
    const is_vote = (step: Step) => action !== null && isVote(step, action, way)
    if (action !== null && isOpen(before.status) && steps.some(is_vote)) {
      const chamber = reportedChamber(action)
      const is_report = chamber !== null && (chamber !== action.chamber || SENT_ON.test(action.description))
      if (!is_report || !before.passed.has(chamber)) found.add(action.id)
    }
    before = { status: way.status, passed: new Set(way.passed) }
  })
  return found
}

/** What passes after a veto or an enactment is the override of a veto, of all or of items. */
const isOpen = (status: Way['status']): boolean => status !== 'vetoed' && status !== 'enacted'

function isVote(
  step: Step,
  action: Pick<StatusAction, 'classification' | 'description'>,
  { measure, passed }: Way,
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
