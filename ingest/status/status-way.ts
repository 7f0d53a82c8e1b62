import type { Chamber, StatusDetail } from '../../schemas/vocabulary.ts'
import type { StepKind, StepOf } from './status-readings.ts'
import { advance, complete, isFinal, otherThan, rank, resume, stop, stopAlive, type Way } from './way.ts'

type Move<K extends StepKind> = (way: Way, step: StepOf<K>, on: string) => void

function pass(way: Way, step: StepOf<'passed'>, on: string): void {
  const { measure } = way
  if (step.is_adoption && !measure.never_law) {
    if (step.chamber !== null) way.amended.add(step.chamber)
    return
  }
  // After a veto, what passes is the override: it has a class of its own.
  if (way.status === 'vetoed' || way.settled || isFinal(way)) return
  if (measure.chambers_needed === 1) {
    complete(way, on)
    return
  }
  const chamber =
    step.chamber ?? (way.passed.has(measure.origin) ? otherThan(measure.origin) : measure.origin)
  if (chamber === 'legislature') return
  const again = way.passed.has(chamber)
  const amended = step.amended || (!again && step.same !== true && way.amended.has(chamber))
  way.passed.add(chamber)
  way.amended.delete(chamber)
  if (way.passed.size === 1) advance(way, 'passed_one_chamber')
  else if (way.awaiting === chamber) complete(way, on)
  else if (!amended) {
    if (!again) complete(way, on)
  } else if (way.reached !== 'to_executive') {
    // The second chamber has changed the text: it goes back to the first.
    way.awaiting = otherThan(chamber)
    way.reached = 'passed_one_chamber'
    advance(way, 'passed_one_chamber')
  }
}

function concur(way: Way, { chamber, amended, is_some_motion }: StepOf<'concurred'>, on: string): void {
  if (is_some_motion && way.awaiting !== chamber) return
  if (way.awaiting === null) {
    if (way.passed.size > 0) complete(way, on)
  } else if (chamber === null || chamber === way.awaiting) {
    if (amended) {
      way.awaiting = otherThan(way.awaiting)
    } else {
      way.agreed = way.awaiting
      complete(way, on)
    }
  }
}

/** A chamber takes its vote back: the bill stands where it stood before it. */
function reconsider(way: Way, chamber: Chamber | null): void {
  if (way.status === 'failed') {
    advance(way, 'introduced')
    return
  }
  if (chamber === null || !way.passed.has(chamber) || way.reached === 'to_executive' || isFinal(way)) return
  way.settled = false
  if (way.agreed === chamber) {
    way.agreed = null
    way.awaiting = chamber
    way.reached = 'passed_one_chamber'
    advance(way, 'passed_one_chamber')
    return
  }
  way.passed.delete(chamber)
  way.awaiting = null
  way.reached = way.passed.size > 0 ? 'passed_one_chamber' : 'reported'
  advance(way, way.reached)
}

/** The second chamber changed the text, although no action showed that before it passed the bill. */
function awaitAgreement(way: Way, told: Chamber | null): void {
  const chamber = told === 'upper' || told === 'lower' ? told : way.measure.origin
  if (way.measure.unicameral || way.settled || way.awaiting !== null) return
  if (way.status !== 'passed_both' && way.status !== 'passed_one_chamber') return
  if (!way.passed.has(chamber) || way.agreed !== null) return
  way.passed.add(otherThan(chamber))
  way.awaiting = chamber
  way.reached = 'passed_one_chamber'
  advance(way, 'passed_one_chamber')
}

/** What the other chamber did with it since has come to nothing. */
function giveBack(way: Way, to: Chamber): void {
  const other = otherThan(to)
  const is_open = way.reached !== 'passed_both' && way.reached !== 'to_executive'
  if (way.measure.unicameral || isFinal(way) || !is_open || !way.passed.has(to)) return
  way.passed.delete(other)
  way.amended.delete(other)
  way.awaiting = null
  if (way.detail === 'awaiting_concurrence') way.detail = null
}

function confer(way: Way, chamber: Chamber | null, on: string): void {
  if (chamber !== null) way.conferred.add(chamber)
  if (chamber === null || way.measure.unicameral || way.conferred.size === 2) complete(way, on)
}

function override(way: Way, step: StepOf<'override_passed'>, on: string): void {
  if (isFinal(way)) return
  if (step.chamber !== null) way.overridden.add(step.chamber)
  if (step.final || way.measure.unicameral || way.overridden.size === 2) {
    stop(way, 'enacted', 'veto_overridden', on)
  }
}

function enact(way: Way, detail: StatusDetail | null, on: string): void {
  if (way.measure.never_law) {
    complete(way, on)
    return
  }
  const overridden = way.status === 'vetoed' && way.overridden.size > 0 ? 'veto_overridden' : null
  const before = way.status === 'enacted' ? way.detail : null
  stop(way, 'enacted', before ?? detail ?? overridden, on)
}

/**
 * A veto shows that an enactment read before it was none, but the number of an act or another official's signature. This
 * does not hold if parts were vetoed or a veto was overridden.
 */
const canBeVetoed = ({ status, detail }: Way): boolean =>
  status === 'enacted'
    ? detail === null || detail === 'without_signature'
    : status !== 'adopted' && status !== 'vetoed'

/** What each kind of step does to a bill. */
const moves: { readonly [K in StepKind]: Move<K> } = {
  filed: (way) => {
    if (way.status === null) advance(way, 'prefiled')
  },
  introduced: (way, _, on) => resume(way, 'introduced', on),
  referred: (way, _, on) => resume(way, 'in_committee', on),
  reported: (way, _, on) => resume(way, 'reported', on),
  amended: (way, { chamber }) => {
    if (chamber !== null) way.amended.add(chamber)
  },
  passed: pass,
  concurred: concur,
  reconsidered: (way, { chamber }) => reconsider(way, chamber),
  conference_agreed: (way, { chamber }, on) => confer(way, chamber, on),
  agreed_by_both: (way, _, on) => {
    complete(way, on)
    if (way.reached === 'passed_both') way.settled = true
  },
  adopted: (way, _, on) => stopAlive(way, 'adopted', null, on),
  presented: (way, _, on) => {
    complete(way, on)
    advance(way, 'to_executive')
  },
  recalled: (way) => {
    if (way.status !== 'to_executive') return
    way.reached = 'passed_both'
    advance(way, 'passed_both')
  },
  awaits: (way, { chamber }) => awaitAgreement(way, chamber),
  returned: (way, { to }) => giveBack(way, to),
  vetoed: (way, { detail }, on) => {
    if (canBeVetoed(way)) stop(way, 'vetoed', detail, on)
  },
  override_passed: override,
  override_failed: (way, _, on) => {
    // Maine tells of a veto only where it is voted on.
    const was_vetoed =
      way.status === 'vetoed' || (way.reached !== null && rank(way.reached) >= rank('passed_both'))
    if (was_vetoed && !isFinal(way)) stop(way, 'vetoed', 'override_failed', on)
  },
  enacted: (way, { detail }, on) => enact(way, detail, on),
  failed: (way, _, on) => {
    if (way.status === 'vetoed') stop(way, 'vetoed', 'override_failed', on)
    else stopAlive(way, 'failed', null, on)
  },
  withdrawn: (way, _, on) => {
    if (way.status !== 'withdrawn') stopAlive(way, 'withdrawn', null, on)
  },
  replaced: (way, _, on) => stopAlive(way, 'withdrawn', 'replaced', on),
  carried_over: (way, { into }, on) => {
    way.carried = into
    stopAlive(way, 'carried_over', null, on)
  },
  retained: (way, _, on) => {
    if (way.status === null || way.stopped_on !== null) resume(way, way.reached ?? 'introduced', on)
  },
}

export function move<K extends StepKind>(way: Way, step: StepOf<K>, on: string): void {
  moves[step.kind](way, step, on)
}
