import type { Referral } from './referrals.ts'

/** The committees that have the bill now: in the chamber that acts next, or in one of both. */
export function currentCommittees(referrals: readonly Referral[], next: string | null): Referral[] {
  if (next === null) return []
  return referrals.filter(
    ({ is_pending, chamber, committee }) =>
      is_pending && committee !== null && (chamber === null || chamber === next || chamber === 'legislature'),
  )
}
