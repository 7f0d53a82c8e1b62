export type BillState = {
  readonly chamber: string | null
  readonly status: string | null
  readonly status_detail: string | null
}

const OTHER: Readonly<Record<string, string>> = { upper: 'lower', lower: 'upper' }
const BEFORE_A_VOTE = new Set(['prefiled', 'introduced', 'in_committee', 'reported', 'carried_over'])

/**
 * Gives the chamber that acts next: that of origin, then the other one, then that of origin again if it must
 * concur or may override a veto. null if the executive acts next, or if no action is left.
 */
export function nextChamber({ chamber, status, status_detail }: BillState): string | null {
  if (chamber === null) return null
  if (status === null || BEFORE_A_VOTE.has(status)) return chamber
  if (status === 'passed_one_chamber') {
    return status_detail === 'awaiting_concurrence' ? chamber : (OTHER[chamber] ?? null)
  }
  return status === 'vetoed' && status_detail !== 'override_failed' ? chamber : null
}
