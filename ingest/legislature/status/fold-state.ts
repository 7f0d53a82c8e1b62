import type { BillStatus, Chamber, StatusDetail } from '../../../schemas/vocabulary/vocabulary.ts'
import type { CarryOver } from './carry-over.ts'
import type { Measure } from './measure.ts'

/**
 * The stages of a live bill, in order. An ordinary step never moves a bill back. Stops such as a veto are not stages.
 */
export const stages = [
  'prefiled',
  'introduced',
  'in_committee',
  'reported',
  'passed_one_chamber',
  'passed_both',
  'to_executive',
] as const satisfies readonly BillStatus[]
export type Stage = (typeof stages)[number]
export const stageRank = (point: Stage): number => stages.indexOf(point)

/** The state of the fold. Lives for one fold only. */
export type FoldState = {
  readonly measure: Measure
  status: BillStatus | null
  detail: StatusDetail | null
  /** The furthest stage. A stopped bill continues from it when it is resumed. */
  reached: Stage | null
  stopped_on: string | null
  /** The session into which the bill was last carried over. */
  carried: CarryOver
  readonly passed: Set<Chamber>
  /** Chambers that changed the text since it came to them. */
  readonly amended: Set<Chamber>
  /** Chambers that adopted the report of a conference. */
  readonly conferred: Set<Chamber>
  readonly overridden: Set<Chamber>
  /** The chamber that must still agree to the other's amendments. */
  awaiting: Chamber | null
  /** The chamber that agreed to them last. */
  agreed: Chamber | null
  /** The bill is enrolled. Votes listed after that are late entries by the clerks. */
  settled: boolean
}

export function createFoldState(measure: Measure): FoldState {
  return {
    measure,
    status: null,
    detail: null,
    reached: null,
    stopped_on: null,
    carried: { year: null, legislature: null },
    passed: new Set(),
    amended: new Set(),
    conferred: new Set(),
    overridden: new Set(),
    awaiting: null,
    agreed: null,
    settled: false,
  }
}

export const isFinal = (state: FoldState): boolean => state.status === 'enacted' || state.status === 'adopted'

export function advance(state: FoldState, to: Stage): void {
  if (isFinal(state) || state.status === 'vetoed') return
  if (state.reached === null || stageRank(to) > stageRank(state.reached)) state.reached = to
  state.status = state.reached
  state.stopped_on = null
  state.detail =
    state.status === 'passed_one_chamber' && state.awaiting !== null ? 'awaiting_concurrence' : null
}

export function stop(state: FoldState, status: BillStatus, detail: StatusDetail | null, on: string): void {
  state.status = status
  state.detail = detail
  state.stopped_on = on.slice(0, 10)
}

export function stopAlive(
  state: FoldState,
  status: BillStatus,
  detail: StatusDetail | null,
  on: string,
): void {
  if (!isFinal(state) && state.status !== 'vetoed') stop(state, status, detail, on)
}

/** All chambers agree. A measure that no executive signs ends here. */
export function complete(state: FoldState, on: string): void {
  state.awaiting = null
  advance(state, 'passed_both')
  if (!state.measure.needs_executive) stopAlive(state, 'adopted', null, on)
}

/** A clerk's entry on the day of a defeat does not bring a bill back; a later day's entry does. */
export function resume(state: FoldState, to: Stage, on: string): void {
  const bound = state.stopped_on !== null && state.status !== 'carried_over'
  if (!bound || on.slice(0, 10) > state.stopped_on!) advance(state, to)
}

export const otherChamber = (chamber: Chamber): Chamber => (chamber === 'upper' ? 'lower' : 'upper')
