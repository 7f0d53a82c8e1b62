import { describe, expect, it } from 'vitest'
import { foldStatus } from '../../../../ingest/legislature/status/status.ts'
import {
  type ActionLine,
  fold,
  history,
  PASSED_BOTH,
  PASSED_BOTH_STATUSES,
  statusesOf,
} from '../../../support/builders/action-histories.ts'

describe('the status of a bill over time', () => {
  it('goes through committees, both chambers and the executive', () => {
    expect(
      statusesOf('tx', [
        ['H', 'Prefiled', 'filing'],
        ...PASSED_BOTH,
        ['-', 'Sent to the Governor', 'executive-receipt'],
        ['-', 'Signed by the Governor', 'executive-signature'],
      ]),
    ).toEqual(['prefiled', ...PASSED_BOTH_STATUSES, 'to_executive', 'enacted'])
  })

  it('names, for each step, its date and the action that caused it', () => {
    const progress = fold('tx', PASSED_BOTH)
    expect(progress.map(({ action_id }) => action_id)).toEqual(['a0', 'a1', 'a2', 'a3', 'a6'])
    expect(progress.at(-1)).toEqual({
      status: 'passed_both',
      detail: null,
      date: '2026-01-08',
      action_id: 'a6',
    })
  })

  it('is introduced if a listing has no actions at all', () => {
    expect(fold('gu', [])).toEqual([{ status: 'introduced', detail: null, date: null, action_id: null }])
  })

  it('never goes back for a second committee or a second chamber', () => {
    expect(
      statusesOf('tx', [...PASSED_BOTH.slice(0, 4), ['S', 'Referred to Finance', 'referral-committee']]).at(
        -1,
      ),
    ).toBe('passed_one_chamber')
  })

  it('is the same for every fold of the same actions', () => {
    const actions = history(PASSED_BOTH)
    const context = {
      jurisdiction: 'ocd-division/country:us/state:tx',
      chamber_of_origin: 'lower',
      classification: ['bill'],
      title: '',
    }
    expect(foldStatus(actions, context)).toEqual(foldStatus(actions, context))
    // earlier steps stay unchanged when an action is added
    expect(foldStatus(actions, context).slice(0, 4)).toEqual(foldStatus(actions.slice(0, 5), context))
  })

  it('has one step for an event that is listed twice', () => {
    expect(
      statusesOf('us', [
        ...PASSED_BOTH,
        ['-', 'Presented to President.', 'executive-receipt'],
        ['-', '=Presented to President.', 'executive-receipt'],
        ['-', 'Became Public Law No: 115-44.', 'became-law'],
        ['-', 'Became Public Law No: 115-44.', 'became-law'],
      ]).filter((step) => step === 'enacted'),
    ).toHaveLength(1)
  })

  it('applies several classes of one action in the order of the legislative process', () => {
    expect(
      statusesOf('nv', [
        [
          'H',
          'Read third time. Passed. To enrollment. Enrolled and delivered to Governor.',
          'executive-receipt',
          'enrolled',
          'passage',
          'reading-3',
        ],
      ]),
    ).toEqual(['to_executive'])
  })

  it('is to_executive, not enacted, before the signature (115 HR3364)', () => {
    expect(
      statusesOf('us', [...PASSED_BOTH, ['-', 'Presented to President.', 'executive-receipt']]).at(-1),
    ).toBe('to_executive')
  })
})

describe('the status after amendments of the second chamber', () => {
  it('is awaiting_concurrence until the first chamber agrees (119 S1383)', () => {
    expect(
      statusesOf(
        'us',
        [
          ['S', 'Passed Senate by Unanimous Consent.', 'passage'],
          ['H', 'On passage Passed with an amendment.', 'passage'],
        ],
        { chamber_of_origin: 'upper' },
      ),
    ).toEqual(['passed_one_chamber', 'passed_one_chamber/awaiting_concurrence'])
  })

  it('is awaiting_concurrence if the amendments were adopted before the passage', () => {
    const amended: ActionLine[] = [
      ...PASSED_BOTH.slice(0, 6),
      ['S', 'Senate Floor Amendment No. 1 Adopted', 'amendment-passage'],
      ['S', 'Third Reading - Passed; 058-000-000', 'passage', 'reading-3'],
    ]
    expect(statusesOf('il', amended).at(-1)).toBe('passed_one_chamber/awaiting_concurrence')
    expect(statusesOf('il', [...amended, ['H', 'House Concurs']]).at(-1)).toBe('passed_both')
    expect(statusesOf('il', [...amended, ['H', 'Passed Both Houses']]).at(-1)).toBe('passed_both')
    expect(
      statusesOf('il', [
        ...amended,
        ['H', 'Senate Floor Amendment No. 1 Motion to Concur Referred to Rules Committee'],
      ]).at(-1),
    ).toBe('passed_one_chamber/awaiting_concurrence')
  })

  it('is awaiting_concurrence again if the first chamber concurs with its own changes', () => {
    const iowa: ActionLine[] = [
      ['S', 'Passed Senate, yeas 30, nays 15.', 'passage'],
      ['H', 'Amendment H-8364 adopted, as amended.', 'amendment-passage'],
      ['H', 'Passed House, yeas 77, nays 11.', 'passage'],
      ['S', 'Senate concurred with S-5192, as amended.'],
      ['S', 'Passed Senate, yeas 31, nays 9.', 'passage'],
    ]
    expect(statusesOf('ia', iowa, { chamber_of_origin: 'upper' }).at(-1)).toBe(
      'passed_one_chamber/awaiting_concurrence',
    )
    expect(
      statusesOf('ia', [...iowa, ['H', 'House concurred in Senate amendment H-8452.']], {
        chamber_of_origin: 'upper',
      }).at(-1),
    ).toBe('passed_both')
  })

  it('stays awaiting_concurrence after a refusal, until both chambers adopt a conference report', () => {
    const kansas: ActionLine[] = [
      ['H', 'Final Action - Passed;   Yea: 122 Nay: 0', 'passage'],
      ['S', 'Emergency Final Action - Passed as amended;  Yea: 40 Nay: 0', 'passage'],
      ['H', 'Nonconcurred with amendments; Conference Committee requested; appointed'],
      ['S', 'Conference Committee Report was adopted;  Yea: 40 Nay: 0', 'passage'],
    ]
    expect(statusesOf('ks', kansas).at(-1)).toBe('passed_one_chamber/awaiting_concurrence')
    expect(
      statusesOf('ks', [
        ...kansas,
        ['H', 'Conference Committee Report was adopted;  Yea: 122 Nay: 0', 'passage'],
      ]).at(-1),
    ).toBe('passed_both')
  })

  it('is passed_both when the bill is enrolled', () => {
    expect(
      statusesOf('la', [
        ['H', 'Passed', 'passage'],
        ['S', 'Passed with amendments', 'passage'],
        ['H', 'Enrolled.', 'enrolled'],
      ]).at(-1),
    ).toBe('passed_both')
  })

  it('counts a message in one journal for the chamber that sent it', () => {
    const michigan: ActionLine[] = [
      ['H', 'passed; given immediate effect Roll Call #4', 'passage'],
      ['S', 'PASSED BY HOUSE WITH IMMEDIATE EFFECT', 'passage'],
    ]
    expect(statusesOf('mi', michigan)).toEqual(['passed_one_chamber'])
  })
})
