import { describe, expect, it } from 'vitest'
import { type ActionLine, PASSED_BOTH, statusesOf } from '../../../support/builders/action-histories.ts'

const last = (place: string, lines: readonly ActionLine[], context = {}) =>
  statusesOf(place, lines, context).at(-1)

describe('the rules for classes that mislead in some places', () => {
  it('treat a public act of Connecticut as passed_both, because the governor has not acted', () => {
    for (const classes of [[], ['became-law'], ['enrolled']])
      expect(last('ct', [...PASSED_BOTH, ['L', 'Public Act 26-23', ...classes]])).toBe('passed_both')
  })

  it('ignore a bare PASSED in Arizona, unless the chamber was asked to agree', () => {
    const third: ActionLine = ['H', 'PASSED', 'passage', 'reading-3']
    const bare: ActionLine = ['H', 'PASSED', 'passage']
    expect(last('az', [['H', 'House First Reading', 'reading-1'], bare])).toBe('introduced')
    expect(last('az', [third, ['S', 'PASSED', 'passage']])).toBe('passed_one_chamber')
    const amended: readonly ActionLine[] = [
      third,
      ['S', 'DPA', 'amendment-passage'],
      ['S', 'PASSED', 'passage', 'reading-3'],
    ]
    expect(last('az', amended)).toBe('passed_one_chamber/awaiting_concurrence')
    expect(last('az', [...amended, bare])).toBe('passed_both')
  })

  it('treat a motion to adopt as the adoption of a resolution in Alabama', () => {
    expect(
      last('al', [['H', 'Givan motion to Adopt - Adopted Roll Call 71', 'amendment-passage']], {
        classification: ['resolution'],
      }),
    ).toBe('adopted')
  })

  it('do not fail a bill for a lost motion (AK, DE)', () => {
    expect(
      last('ak', [
        ['H', '(H) READ THE FIRST TIME - REFERRALS', 'reading-1'],
        ['H', '(H) MOVED TO BOTTOM OF CALENDAR FAILED Y21 N19', 'failure'],
      ]),
    ).toBe('in_committee')
    expect(last('ak', [['H', '(H) FAILED PASSAGE Y19 N21', 'failure']])).toBe('failed')
    expect(
      last('de', [
        [
          'H',
          'Introduced and Assigned to Education Committee in House',
          'introduction',
          'referral-committee',
        ],
        ['H', 'Defeated By House. Votes: 15 YES 6 NO. Reason Taken: HB 245 MTSR', 'failure'],
      ]),
    ).toBe('in_committee')
  })

  it('fail a bill whose third reading is lost (CO)', () => {
    expect(last('co', [['H', 'House Third Reading Lost - No Amendments', 'reading-3']])).toBe('failed')
  })

  it('let a joint session override a veto in one vote (AK)', () => {
    expect(
      last('ak', [
        ['S', '(S) VETOED BY GOVERNOR 6/11/25', 'executive-veto'],
        ['S', '(S) GOVERNOR VETO OVERRIDDEN Y43 N16 E1', 'veto-override-passage'],
      ]),
    ).toBe('enacted/veto_overridden')
  })

  it('treat numbered, received or provisionally referred bills as prefiled (WY, TX, LA, MD)', () => {
    const before: readonly (readonly [string, ActionLine])[] = [
      ['wy', ['-', 'Bill Number Assigned', 'reading-1']],
      ['tx', ['S', 'Received by the Secretary of the Senate', 'filing', 'introduction']],
      [
        'la',
        [
          'S',
          'Prefiled and under the rules provisionally referred to the Committee on Finance.',
          'filing',
          'referral-committee',
        ],
      ],
      ['md', ['H', 'Pre-filed', 'introduction']],
    ]
    for (const [place, line] of before) expect(statusesOf(place, [line]), place).toEqual(['prefiled'])
  })

  it('fail a Wyoming bill that is not considered for introduction', () => {
    expect(
      last('wy', [
        ['-', 'Bill Number Assigned', 'reading-1'],
        ['H', 'H Did not Consider for Introduction', 'deferral'],
      ]),
    ).toBe('failed')
  })

  it('ignore calendars and committees that give a bill back (UT)', () => {
    const struck: readonly ActionLine[] = [
      ['H', 'House/ 1st reading (Introduced)', 'reading-1'],
      ['S', 'Senate/ strike enacting clause', 'failure'],
      ['S', 'Senate/ 2nd Reading Calendar to Rules [Senate Rules Committee]', 'reading-2'],
    ]
    expect(last('ut', struck)).toBe('failed')
    expect(
      last('ut', [['H', 'House/ comm rpt/ sent to Rules [House Rules Committee]', 'committee-passage']]),
    ).toBe('in_committee')
  })

  it('treat a concurrence in Utah that is classified as an amendment as agreement', () => {
    expect(
      last('ut', [
        ['H', 'House/ passed 3rd reading', 'passage'],
        ['S', 'Senate/ substituted', 'substitution'],
        ['S', 'Senate/ passed 3rd reading', 'passage'],
        ['H', 'House/ concurs with Senate amendment', 'amendment-passage'],
      ]),
    ).toBe('passed_both')
  })

  it('give in_committee to a bill that is introduced and referred (VT, CO, AK)', () => {
    expect(
      last('vt', [['H', 'Read first time and referred to the Committee on Education', 'introduction']]),
    ).toBe('in_committee')
    expect(last('co', [['H', 'Introduced In House - Assigned to Finance', 'introduction']])).toBe(
      'in_committee',
    )
    expect(last('co', [['H', 'Introduced In House - Assigned to', 'introduction']])).toBe('introduced')
  })

  it('ignore a vote in New Hampshire if the chamber puts off its final vote', () => {
    expect(
      last('nh', [
        ['H', 'Ought to Pass: MA VV 01/07/2026', 'passage'],
        ['S', 'Ought to Pass: MA, VV; 03/12/2026;  SJ 6', 'passage'],
        ['S', '=Sen. Gray Moved Laid on Table, MA, VV; 03/12/2026;  SJ 6'],
        ['S', '=Pending Motion OT3rdg; 03/12/2026;  SJ 6'],
      ]),
    ).toBe('passed_one_chamber')
  })

  it('keep a bill failed if a clerk reports it on the day of its defeat (ME)', () => {
    expect(
      last('me', [
        ['S', 'Placed in Legislative Files (DEAD)', 'failure'],
        ['L', '=Reported Out - ONTP/OTP-AM', 'committee-passage'],
      ]),
    ).toBe('failed')
  })
})

describe('a veto', () => {
  it('overrides an earlier action that was read as enactment', () => {
    expect(
      last('tx', [
        ...PASSED_BOTH,
        ['-', 'Act No. 5', 'became-law'],
        ['-', 'Vetoed by the Governor', 'executive-veto'],
      ]),
    ).toBe('vetoed')
  })

  it('does not undo enactment if it covers only items or was overridden', () => {
    const items: ActionLine = ['-', 'line items vetoed', 'executive-veto-line-item']
    expect(last('ky', [...PASSED_BOTH, items, ['-', 'Vetoed', 'executive-veto']])).toBe(
      'enacted/line_item_veto',
    )
    const overridden: ActionLine = ['S', 'Veto overridden by both houses', 'veto-override-passage']
    const vetoed: ActionLine = ['-', 'Vetoed', 'executive-veto']
    expect(last('ky', [...PASSED_BOTH, vetoed, overridden, vetoed])).toBe('enacted/veto_overridden')
  })
})
