import { describe, expect, it } from 'vitest'
import { currentCommittees, nextChamber } from '../../../../api/read-model/referrals/bill-location.ts'
import type { Referral } from '../../../../api/read-model/referrals/referrals.ts'

describe('the chamber that acts next', () => {
  it.each([
    ['lower', null, null, 'lower'],
    ['lower', 'in_committee', null, 'lower'],
    ['upper', 'reported', null, 'upper'],
    ['lower', 'carried_over', null, 'lower'],
    ['lower', 'passed_one_chamber', null, 'upper'],
    ['upper', 'passed_one_chamber', null, 'lower'],
    ['lower', 'passed_one_chamber', 'awaiting_concurrence', 'lower'],
    ['legislature', 'introduced', null, 'legislature'],
    ['legislature', 'passed_one_chamber', null, null],
    ['lower', 'vetoed', null, 'lower'],
    ['lower', 'vetoed', 'override_failed', null],
    ['lower', 'passed_both', null, null],
    ['lower', 'to_executive', null, null],
    ['lower', 'enacted', null, null],
    ['lower', 'dead', null, null],
    [null, 'introduced', null, null],
  ])('of a bill of %s that is %s (%s) is %s', (chamber, status, statusDetail, next) =>
    expect(nextChamber({ chamber, status, status_detail: statusDetail })).toBe(next),
  )
})

describe('the committees that have a bill', () => {
  const referral = (name: string, chamber: string | null, isPending: boolean, known = true) =>
    ({ name, chamber, is_pending: isPending, committee: known ? { id: 1 } : null }) as Referral

  it('are those of the chamber that acts next which are known and have it still', () => {
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
