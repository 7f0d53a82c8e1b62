import { describe, expect, it } from 'vitest'
import { nextChamber } from '../../../../api/read-model/bill/next-chamber.ts'

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
  ])('for a bill from %s with the status %s (%s) is %s', (chamber, status, statusDetail, next) =>
    expect(nextChamber({ chamber, status, status_detail: statusDetail })).toBe(next),
  )
})
