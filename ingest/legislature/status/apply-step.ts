import type { Chamber, StatusDetail } from '../../../schemas/vocabulary/vocabulary.ts'
import {
  advance,
  complete,
  type FoldState,
  isFinal,
  otherChamber,
  resume,
  stageRank,
  stop,
  stopAlive,
} from './fold-state.ts'
import type { StepKind, StepOf } from './step-rules.ts'

type StepHandler<K extends StepKind> = (state: FoldState, step: StepOf<K>, on: string) => void

function pass(state: FoldState, step: StepOf<'passed'>, on: string): void {
  const { measure } = state
  if (step.is_adoption && !measure.never_law) {
    if (step.chamber !== null) state.amended.add(step.chamber)
    return
  }
  // A passage after a veto is the override, which has its own class.
  if (state.status === 'vetoed' || state.settled || isFinal(state)) return
  if (measure.chambers_needed === 1) {
    complete(state, on)
    return
  }
  const chamber =
    step.chamber ?? (state.passed.has(measure.origin) ? otherChamber(measure.origin) : measure.origin)
  if (chamber === 'legislature') return
  const again = state.passed.has(chamber)
  const amended = step.amended || (!again && step.same !== true && state.amended.has(chamber))
  state.passed.add(chamber)
  state.amended.delete(chamber)
  if (state.passed.size === 1) advance(state, 'passed_one_chamber')
  else if (state.awaiting === chamber) complete(state, on)
  else if (!amended) {
    if (!again) complete(state, on)
  } else if (state.reached !== 'to_executive') {
    // The second chamber has changed the text: it goes back to the first.
    state.awaiting = otherChamber(chamber)
    state.reached = 'passed_one_chamber'
    advance(state, 'passed_one_chamber')
  }
}

function concur(
  state: FoldState,
  { chamber, amended, is_some_motion }: StepOf<'concurred'>,
  on: string,
): void {
  if (is_some_motion && state.awaiting !== chamber) return
  if (state.awaiting === null) {
    if (state.passed.size > 0) complete(state, on)
  } else if (chamber === null || chamber === state.awaiting) {
    if (amended) {
      state.awaiting = otherChamber(state.awaiting)
    } else {
      state.agreed = state.awaiting
      complete(state, on)
    }
  }
}

/** A chamber reconsiders its vote: the bill returns to its place before the vote. */
function reconsider(state: FoldState, chamber: Chamber | null): void {
  if (state.status === 'failed') {
    advance(state, 'introduced')
    return
  }
  if (chamber === null || !state.passed.has(chamber) || state.reached === 'to_executive' || isFinal(state))
    return
  state.settled = false
  if (state.agreed === chamber) {
    state.agreed = null
    state.awaiting = chamber
    state.reached = 'passed_one_chamber'
    advance(state, 'passed_one_chamber')
    return
  }
  state.passed.delete(chamber)
  state.awaiting = null
  state.reached = state.passed.size > 0 ? 'passed_one_chamber' : 'reported'
  advance(state, state.reached)
}

/** The second chamber changed the text, although no action showed that before it passed the bill. */
function awaitAgreement(state: FoldState, reported: Chamber | null): void {
  const chamber = reported === 'upper' || reported === 'lower' ? reported : state.measure.origin
  if (state.measure.unicameral || state.settled || state.awaiting !== null) return
  if (state.status !== 'passed_both' && state.status !== 'passed_one_chamber') return
  if (!state.passed.has(chamber) || state.agreed !== null) return
  state.passed.add(otherChamber(chamber))
  state.awaiting = chamber
  state.reached = 'passed_one_chamber'
  advance(state, 'passed_one_chamber')
}

/** Discards the other chamber's steps since then. */
function returnTo(state: FoldState, to: Chamber): void {
  const other = otherChamber(to)
  const isOpen = state.reached !== 'passed_both' && state.reached !== 'to_executive'
  if (state.measure.unicameral || isFinal(state) || !isOpen || !state.passed.has(to)) return
  state.passed.delete(other)
  state.amended.delete(other)
  state.awaiting = null
  if (state.detail === 'awaiting_concurrence') state.detail = null
}

function confer(state: FoldState, chamber: Chamber | null, on: string): void {
  if (chamber !== null) state.conferred.add(chamber)
  if (chamber === null || state.measure.unicameral || state.conferred.size === 2) complete(state, on)
}

function override(state: FoldState, step: StepOf<'override_passed'>, on: string): void {
  if (isFinal(state)) return
  if (step.chamber !== null) state.overridden.add(step.chamber)
  if (step.final || state.measure.unicameral || state.overridden.size === 2) {
    stop(state, 'enacted', 'veto_overridden', on)
  }
}

function enact(state: FoldState, detail: StatusDetail | null, on: string): void {
  if (state.measure.never_law) {
    complete(state, on)
    return
  }
  const overridden = state.status === 'vetoed' && state.overridden.size > 0 ? 'veto_overridden' : null
  const before = state.status === 'enacted' ? state.detail : null
  stop(state, 'enacted', before ?? detail ?? overridden, on)
}

/**
 * A veto cancels an enactment that was read before it, unless that came from the number of an act or another
 * official's signature. It cancels nothing if parts were vetoed or a veto was overridden.
 */
const canBeVetoed = ({ status, detail }: FoldState): boolean =>
  status === 'enacted'
    ? detail === null || detail === 'without_signature'
    : status !== 'adopted' && status !== 'vetoed'

/** The effect of each kind of step on a bill. */
const stepHandlers: { readonly [K in StepKind]: StepHandler<K> } = {
  filed: (state) => {
    if (state.status === null) advance(state, 'prefiled')
  },
  introduced: (state, _, on) => resume(state, 'introduced', on),
  referred: (state, _, on) => resume(state, 'in_committee', on),
  reported: (state, _, on) => resume(state, 'reported', on),
  amended: (state, { chamber }) => {
    if (chamber !== null) state.amended.add(chamber)
  },
  passed: pass,
  concurred: concur,
  reconsidered: (state, { chamber }) => reconsider(state, chamber),
  conference_agreed: (state, { chamber }, on) => confer(state, chamber, on),
  agreed_by_both: (state, _, on) => {
    complete(state, on)
    if (state.reached === 'passed_both') state.settled = true
  },
  adopted: (state, _, on) => stopAlive(state, 'adopted', null, on),
  presented: (state, _, on) => {
    complete(state, on)
    advance(state, 'to_executive')
  },
  recalled: (state) => {
    if (state.status !== 'to_executive') return
    state.reached = 'passed_both'
    advance(state, 'passed_both')
  },
  awaits: (state, { chamber }) => awaitAgreement(state, chamber),
  returned: (state, { to }) => returnTo(state, to),
  vetoed: (state, { detail }, on) => {
    if (canBeVetoed(state)) stop(state, 'vetoed', detail, on)
  },
  override_passed: override,
  override_failed: (state, _, on) => {
    // Maine reports a veto only if the override is voted on.
    const wasVetoed =
      state.status === 'vetoed' ||
      (state.reached !== null && stageRank(state.reached) >= stageRank('passed_both'))
    if (wasVetoed && !isFinal(state)) stop(state, 'vetoed', 'override_failed', on)
  },
  enacted: (state, { detail }, on) => enact(state, detail, on),
  failed: (state, _, on) => {
    if (state.status === 'vetoed') stop(state, 'vetoed', 'override_failed', on)
    else stopAlive(state, 'failed', null, on)
  },
  withdrawn: (state, _, on) => {
    if (state.status !== 'withdrawn') stopAlive(state, 'withdrawn', null, on)
  },
  replaced: (state, _, on) => stopAlive(state, 'withdrawn', 'replaced', on),
  carried_over: (state, { into }, on) => {
    state.carried = into
    stopAlive(state, 'carried_over', null, on)
  },
  retained: (state, _, on) => {
    if (state.status === null || state.stopped_on !== null) resume(state, state.reached ?? 'introduced', on)
  },
}

export function applyStep<K extends StepKind>(state: FoldState, step: StepOf<K>, on: string): void {
  stepHandlers[step.kind](state, step, on)
}
