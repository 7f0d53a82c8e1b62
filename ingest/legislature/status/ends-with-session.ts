import type { BillStatus } from '../../../schemas/vocabulary/vocabulary.ts'
import { endsCarriedOver, type SessionEnd } from './carry-over.ts'
import { type FoldState, stageRank, stages } from './fold-state.ts'

/** A bill that both chambers agreed to can still be signed or vetoed after they adjourn. */
const UNDECIDED: ReadonlySet<BillStatus> = new Set(stages.slice(0, stageRank('passed_both')))

export const isUndecided = (status: BillStatus): boolean => UNDECIDED.has(status)

/** Says whether a bill with this status dies at the end of its session. */
export function endsWithSession({ status, stopped_on, carried }: FoldState, end: SessionEnd): boolean {
  if (status === 'carried_over' && stopped_on !== null) return endsCarriedOver(stopped_on, carried, end)
  return status !== null && isUndecided(status)
}
