import { describe, expect, it } from 'vitest'
import { type ActionLine, PASSED_BOTH, statusesOf } from '../../../support/builders/action-histories.ts'

describe('the rules for classes that sources use for other events', () => {
  it.each([
    ['wa', 'President signed.', 'passed_both'],
    ['ky', 'enrolled, signed by Speaker of the House', 'passed_both'],
  ] as const)('treat, in %s, %s as the signing of an enrolled bill', (place, description, status) => {
    expect(statusesOf(place, [...PASSED_BOTH, ['S', description, 'passage']]).at(-1)).toBe(status)
  })

  it.each([
    ['ky', 'passed over and retained in the Orders of the Day'],
    ['ne', 'Passed over'],
    ['ks', 'Committee of the Whole - Be passed as amended'],
    ['va', 'Bill text as passed House (HR2001ER)'],
  ] as const)('do not treat, in %s, %s as a passage', (place, description) => {
    expect(
      statusesOf(place, [
        ['H', 'Introduced', 'introduction'],
        ['H', description, 'passage'],
      ]),
    ).toEqual(['introduced'])
  })

  it('do not treat "passed to third reading" as a passage in Louisiana', () => {
    expect(statusesOf('la', [['H', 'Read by title, passed to 3rd reading.', 'reading-3']])).toEqual([
      'introduced',
    ])
  })

  it('treat a bill that is delivered to the governor of Vermont as to_executive', () => {
    expect(
      statusesOf('vt', [...PASSED_BOTH, ['H', 'Delivered to the Governor on June 6, 2025', 'passage']]).at(
        -1,
      ),
    ).toBe('to_executive')
  })
})

describe('the rules for action texts whose classes mislead', () => {
  it("do not count a Michigan chamber's concurrence in its own substitute as agreement with the other", () => {
    const lines: ActionLine[] = [
      ...PASSED_BOTH.slice(0, 4),
      ['S', 'SUBSTITUTE (S-1) CONCURRED IN', 'amendment-passage'],
    ]
    expect(statusesOf('mi', lines).at(-1)).toBe('passed_one_chamber')
    expect(statusesOf('mi', [...lines, ['S', 'PASSED ROLL CALL # 1', 'passage']]).at(-1)).toBe(
      'passed_one_chamber/awaiting_concurrence',
    )
  })

  it('do not count a message about concurrence in Alaska as concurrence', () => {
    expect(
      statusesOf('ak', [...PASSED_BOTH.slice(0, 4), ['H', '(H) CONCUR MESSAGE BEFORE HOUSE']]).at(-1),
    ).toBe('passed_one_chamber')
  })

  it('use the printed chamber in Utah', () => {
    expect(
      statusesOf('ut', [
        ['H', 'Senate/ passed 3rd reading', 'passage'],
        ['H', 'House/ substituted', 'substitution'],
        ['S', 'House/ passed 3rd reading', 'passage'],
      ]),
    ).toEqual(['passed_one_chamber', 'passed_one_chamber/awaiting_concurrence'])
  })

  it('ignore a second passage after concurrence in Idaho', () => {
    const lines: ActionLine[] = [
      ['S', 'Read third time in full – PASSED', 'passage'],
      ['H', 'Read third time in full as amended in House – PASSED', 'passage'],
      ['S', 'Senate concurred in House amendments', 'concurrence'],
      ['S', 'Read third time as amended in the House – PASSED', 'passage'],
    ]
    expect(statusesOf('id', lines, { chamber_of_origin: 'upper' })).toEqual([
      'passed_one_chamber',
      'passed_one_chamber/awaiting_concurrence',
      'passed_both',
    ])
  })

  it('count engrossment by each chamber of Maine, then enactment of one text by both', () => {
    const amendment = 'Committee Amendment "A" (H-7) READ and ADOPTED'
    const lines: ActionLine[] = [
      ['H', amendment, 'committee-passage-favorable', 'passage'],
      ['H', 'PASSED TO BE ENGROSSED as Amended by Committee Amendment "A" (H-7).', 'reading-3'],
      ['S', amendment, 'committee-passage-favorable', 'passage'],
      ['S', 'PASSED TO BE ENGROSSED AS AMENDED, in concurrence.', 'reading-3'],
      ['H', 'PASSED TO BE ENACTED.', 'passage'],
      ['S', 'PASSED TO BE ENACTED, in concurrence.', 'passage'],
    ]
    expect(statusesOf('me', lines)).toEqual(['introduced', 'passed_one_chamber', 'passed_both'])
  })

  it('do not count a vote before a second committee as a passage in New Hampshire', () => {
    const vote = 'Ought to Pass: MA VV 04/23/2026  HJ 11  P. 7'
    const referred: ActionLine[] = [
      ['H', vote, 'committee-passage-favorable', 'passage'],
      ['H', '=Referred to Finance 04/23/2026  HJ 11  P. 15', 'referral-committee'],
    ]
    expect(statusesOf('nh', referred).at(-1)).toBe('reported')
    expect(statusesOf('nh', [...referred, ['H', vote, 'passage']]).at(-1)).toBe('passed_one_chamber')
    const waived = 'Referral Waived by Committee Chair per House Rule 47(f)'
    expect(statusesOf('nh', [...referred, ['H', waived]]).at(-1)).toBe('passed_one_chamber')
  })

  it('fail a New Hampshire bill after a refusal, unless it requests a conference', () => {
    const amended: ActionLine[] = [
      ['H', 'Ought to Pass: MA VV', 'passage'],
      ['S', 'Ought to Pass with Amendment, MA, VV; OT3rdg', 'passage'],
    ]
    const refusal = 'House Non-Concurs with Senate Amendment 2026-1s'
    const asked: ActionLine[] = [...amended, ['H', `${refusal} and Requests CofC (Rep. Roy: MA VV`]]
    expect(statusesOf('nh', asked).at(-1)).toBe('passed_one_chamber/awaiting_concurrence')
    expect(statusesOf('nh', [...asked, ['H', 'Conference Committee Report: Not Filed  HJ 14']]).at(-1)).toBe(
      'failed',
    )
    expect(statusesOf('nh', [...amended, ['H', `${refusal} (Rep. Roy): MA VV`]]).at(-1)).toBe('failed')
    expect(statusesOf('nh', [...amended, ['H', `${refusal} (Rep. Roy): MF VV`]]).at(-1)).toBe(
      'passed_one_chamber/awaiting_concurrence',
    )
  })

  it('ignore the signing date of a vetoed bill in Georgia', () => {
    expect(
      statusesOf('ga', [
        ...PASSED_BOTH,
        ['H', 'House Sent to Governor', 'executive-receipt'],
        ['H', 'House Date Signed by Governor', 'executive-signature'],
        ['-', '=Veto V2', 'executive-veto'],
      ]).slice(-2),
    ).toEqual(['to_executive', 'vetoed'])
  })

  it('do not treat a failed question as a passage, whatever its class', () => {
    const text = 'On motion to suspend the rules and pass the bill Failed by the Yeas and Nays: 200 - 220'
    expect(statusesOf('us', [['H', text, 'passage']])).toEqual(['failed'])
  })

  it('ignore votes that clerks enter after the enrollment', () => {
    const lines: ActionLine[] = [
      ...PASSED_BOTH,
      ['H', 'bill ordered enrolled', 'enrolled'],
      ['S', 'AMENDMENT(S) ADOPTED', 'amendment-passage'],
      ['S', 'PASSED ROLL CALL # 293', 'passage'],
    ]
    expect(statusesOf('mi', lines).at(-1)).toBe('passed_both')
  })

  it('keep a bill that is substituted for another, and replace the other', () => {
    const lines: ActionLine[] = [['S', 'REFERRED TO CODES', 'referral-committee']]
    expect(statusesOf('ny', [...lines, ['S', 'SUBSTITUTED FOR A123', 'substitution']]).at(-1)).toBe(
      'in_committee',
    )
    expect(statusesOf('ny', [...lines, ['S', 'SUBSTITUTED BY A123', 'substitution']]).at(-1)).toBe(
      'withdrawn/replaced',
    )
  })
})
