import { describe, expect, it } from 'vitest'
import { currentCommittees } from '../../../../api/read-model/referrals/bill-location.ts'
import type { Referral } from '../../../../api/read-model/referrals/referrals.ts'

describe('the committees that currently have a bill', () => {
  const referral = (name: string, chamber: string | null, isPending: boolean, known = true) =>
    ({ name, chamber, is_pending: isPending, committee: known ? { id: 1 } : null }) as Referral

  it('are the known ones in the chamber that acts next, with a pending referral', () => {
    const all = [
      referral('Education', 'lower', false),
      referral('Rules', 'lower', true),
      referral('Budget', 'legislature', true),
      referral('Finance', 'upper', true),
      referral('Unknown', 'lower', true, false),
    ]
    expect(currentCommittees(all, 'lower').map(({ name }) => name)).toEqual(['Rules', 'Budget'])
    expect(currentCommittees(all, null)).toEqual([])
  })
})
