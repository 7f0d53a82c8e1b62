import { type BillContext, contextOfBill, contextOfNoBill, contextOfVote } from '../emit/bill-context.ts'
import type { Resolved } from '../resolve/resolve-group.ts'
import { coreOf, voteOf } from '../state/stored-entities.ts'
import type { LockedState } from './locked-state.ts'

/** The bill that the events of an arrival are about; null if they are about none. */
export function contextOf(
  resolved: Resolved,
  lockedState: LockedState,
  now: object | null,
  before: object | null,
): BillContext | null {
  switch (resolved.observation.entity) {
    case 'bill': {
      const core = coreOf(now) ?? coreOf(before)
      return core === null ? null : contextOfBill(lockedState.identityOf(resolved), core)
    }
    case 'vote': {
      const { bill } = resolved.observation
      const identity = lockedState.billOf(resolved)
      if (bill === null || identity === null) return contextOfNoBill(voteOf(now) ?? voteOf(before)!)
      return contextOfVote(bill, identity, lockedState.bill_cores.get(identity.entity_id) ?? null)
    }
    default:
      return null
  }
}
