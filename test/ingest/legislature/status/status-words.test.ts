import { describe, expect, it } from 'vitest'
import { billStatuses } from '../../../../schemas/vocabulary/vocabulary.ts'
import { fromGovtrack, fromLegiscan, toLegiscan, toLegiscanProgress } from './status-words.ts'

describe("the conversion to and from LegiScan's status numbers", () => {
  it.each([
    [0, 'law', null],
    [1, 'law', 'introduced'],
    [2, 'law', 'passed_one_chamber'],
    [3, 'law', 'passed_both'],
    [4, 'law', 'enacted'],
    [4, 'adoption', 'adopted'],
    [5, 'law', 'vetoed'],
    [6, 'law', 'failed'],
    [7, 'law', 'enacted/veto_overridden'],
    [8, 'law', 'enacted'],
    [9, 'law', 'in_committee'],
    [10, 'law', 'reported'],
    [11, 'law', 'reported'],
    [12, 'law', 'prefiled'],
    [99, 'law', null],
  ] as const)('maps %s with the ending %s to %s', (status, ending, expected) => {
    const emitted = fromLegiscan(status, ending)
    const words =
      emitted && (emitted.detail === null ? emitted.status : `${emitted.status}/${emitted.detail}`)
    expect(words).toBe(expected)
  })

  it('has a number for each of our statuses', () => {
    expect(
      Object.fromEntries(billStatuses.map((status) => [status, toLegiscan({ status, detail: null })])),
    ).toEqual({
      prefiled: 0,
      introduced: 1,
      in_committee: 1,
      reported: 1,
      passed_one_chamber: 2,
      passed_both: 3,
      to_executive: 3,
      enacted: 4,
      adopted: 4,
      vetoed: 5,
      failed: 6,
      withdrawn: 6,
      carried_over: 1,
      dead: 6,
    })
  })

  it('returns the same number after a round trip, if the number says where a bill stands', () => {
    for (const status of [1, 2, 3, 4, 5, 6]) expect(toLegiscan(fromLegiscan(status, 'law')!)).toBe(status)
    for (const event of [2, 3, 5, 6, 7, 8, 9, 10, 12])
      expect(toLegiscanProgress(fromLegiscan(event, 'law')!)).toBe(event)
    expect(toLegiscanProgress({ status: 'carried_over', detail: null })).toBeNull()
  })
})

describe("the conversion from GovTrack's statuses", () => {
  it.each([
    ['INTRODUCED', 'introduced', null],
    ['REFERRED', 'in_committee', null],
    ['REPORTED', 'reported', null],
    ['PASS_OVER:HOUSE', 'passed_one_chamber', null],
    ['PASS_BACK:SENATE', 'passed_one_chamber', 'awaiting_concurrence'],
    ['CONFERENCE:PASSED:HOUSE', 'passed_one_chamber', 'awaiting_concurrence'],
    ['PASSED:BILL', 'passed_both', null],
    ['PASSED:CONSTAMEND', 'adopted', null],
    ['PROV_KILL:SUSPENSIONFAILED', 'failed', null],
    ['PROV_KILL:VETO', 'vetoed', null],
    ['VETOED:POCKET', 'vetoed', 'pocket_veto'],
    ['VETOED:OVERRIDE_FAIL_SECOND:SENATE', 'vetoed', 'override_failed'],
    ['FAIL:ORIGINATING:HOUSE', 'failed', null],
    ['ENACTED:VETO_OVERRIDE', 'enacted', 'veto_overridden'],
    ['ENACTED:TENDAYRULE', 'enacted', 'without_signature'],
  ])('maps %s', (word, status, detail) => {
    expect(fromGovtrack(word)).toEqual({ status, detail })
  })

  it('returns null for a failed cloture vote and for unknown words', () => {
    expect(fromGovtrack('PROV_KILL:CLOTUREFAILED')).toBeNull()
    expect(fromGovtrack('SOMETHING:NEW')).toBeNull()
  })
})
