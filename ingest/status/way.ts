import type { BillStatus, Chamber, StatusDetail } from '../../schemas/vocabulary.ts'
import type { CarryOver } from './carry-over.ts'
import type { Measure } from './measure.ts'

/** How far a bill has come while it is alive. A step never takes it back; the stops stand beside the way. */
export const points = [
  'prefiled',
  'introduced',
  'in_committee',
  'reported',
  'passed_one_chamber',
  'passed_both',
  'to_executive',
] as const satisfies readonly BillStatus[]
export type Point = (typeof points)[number]
export const rank = (point: Point): number => points.indexOf(point)

/** The state of the fold. Lives for one fold only. */
export type Way = {
  readonly measure: Measure
  status: BillStatus | null
  detail: StatusDetail | null
  /** The furthest point, from which a stopped bill goes on when it is taken up again. */
  reached: Point | null
  stopped_on: string | null
  /** What it was last carried over into. */
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
  /** Whether it is enrolled: votes listed after that are late entries of the clerks. */
  settled: boolean
}

export function createWay(measure: Measure): Way {
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

export const isFinal = (way: Way): boolean => way.status === 'enacted' || way.status === 'adopted'

export function advance(way: Way, to: Point): void {
  if (isFinal(way) || way.status === 'vetoed') return
  if (way.reached === null || rank(to) > rank(way.reached)) way.reached = to
  way.status = way.reached
  way.stopped_on = null
  way.detail = way.status === 'passed_one_chamber' && way.awaiting !== null ? 'awaiting_concurrence' : null
}

export function stop(way: Way, status: BillStatus, detail: StatusDetail | null, on: string): void {
  way.status = status
  way.detail = detail
  way.stopped_on = on.slice(0, 10)
}

export function stopAlive(way: Way, status: BillStatus, detail: StatusDetail | null, on: string): void {
  if (!isFinal(way) && way.status !== 'vetoed') stop(way, status, detail, on)
}

/** All chambers agree: the end for what no executive signs. */
export function complete(way: Way, on: string): void {
  way.awaiting = null
  advance(way, 'passed_both')
  if (!way.measure.needs_executive) stopAlive(way, 'adopted', null, on)
}

/** A clerk's entry on the day of a defeat does not bring a bill back; one of a later day does. */
export function resume(way: Way, to: Point, on: string): void {
  const bound = way.stopped_on !== null && way.status !== 'carried_over'
  if (!bound || on.slice(0, 10) > way.stopped_on!) advance(way, to)
}

export const otherThan = (chamber: Chamber): Chamber => (chamber === 'upper' ? 'lower' : 'upper')
