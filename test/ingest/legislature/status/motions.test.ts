import { describe, expect, it } from 'vitest'
import {
  effectOf,
  motionClasses,
  motionOf,
  outcomeOf,
} from '../../../../ingest/legislature/status/motions.ts'
import { statusesOf } from '../../../support/builders/action-histories.ts'

describe('the effect of a carried motion', () => {
  it.each([
    ['nh', 'ITL', 'rejection', 'kills'],
    ['nh', 'Inexpedient to Legislate', 'rejection', 'kills'],
    ['nh', 'Indefinitely Postpone', 'rejection', 'kills'],
    ['me', 'Acceptance of the Majority Ought Not to Pass Report', 'rejection', 'kills'],
    ['nh', 'Table', 'rest', 'rests'],
    ['nh', 'Refer for Interim Study', 'rest', 'rests'],
    ['nh', 'Lay HB 1 on Table', 'rest', 'rests'],
    ['nh', 'Remove From Table', 'procedure', 'none'],
    ['nh', 'OTPA', 'passage', 'passes'],
    ['nh', 'Adopt Floor Amendment', 'amendment', 'amends'],
    ['nh', 'Adopt CofC Report', 'conference_report', 'agrees'],
    ['nh', 'Veto Override', 'veto_override', 'overrides'],
    ['nc', 'Amendment 2  Motion 3 To Table', 'procedure', 'none'],
    ['nc', 'M11 Concur', 'concurrence', 'agrees'],
    ['la', 'REJECT SENATE AMENDMENTS (#12)', 'nonconcurrence', 'none'],
    ['la', 'CO-AUTHORS (#91)', 'procedure', 'none'],
    ['ak', '(H) AM NO 3 FAILED Y18 N22', 'amendment', 'amends'],
    ['ne', 'Advanced to Enrollment and Review Initial', 'reading', 'advances'],
    ['ny', 'Health Vote', 'report', 'reports'],
    ['ny', 'Floor Vote', 'passage', 'passes'],
    ['id', 'Rules Suspended: Ayes 70 Nays 0, read in full as required –', 'passage', 'passes'],
  ] as const)('is derived from the text in %s: %s', (place, text, kind, effect) => {
    expect(motionOf(text, place)).toBe(kind)
    expect(effectOf(kind, 'pass')).toBe(effect)
  })

  it('differs from that of a lost motion: no effect for a motion to kill, failure for a passage', () => {
    expect(effectOf('rejection', 'fail')).toBe('none')
    expect(effectOf('passage', 'fail')).toBe('fails')
  })

  it('is used in statuses: a carried motion to postpone ends the bill, a lost one does not', () => {
    const reported = [['H', 'Reported favorably', 'committee-passage-favorable']] as const
    expect(
      statusesOf('mt', [...reported, ['H', 'Motion to indefinitely postpone failed', 'failure']]).at(-1),
    ).toBe('reported')
    expect(statusesOf('mt', [...reported, ['H', 'Indefinitely postponed', 'failure']]).at(-1)).toBe('failed')
    expect(
      statusesOf('nh', [...reported, ['H', 'Inexpedient to Legislate: MA VV 01/07/2026', 'failure']]).at(-1),
    ).toBe('failed')
    expect(
      statusesOf('nh', [...reported, ['H', 'Lay HB1 on Table (Rep. A): MA VV', 'deferral']]).at(-1),
    ).toBe('reported')
  })

  it('helps to classify votes if a source calls every vote a passage', () => {
    expect(motionClasses(['passage'], 'ITL', 'nh')).toEqual(['failure'])
    expect(motionClasses(['passage'], 'Adopt Amendment', 'nh')).toEqual(['amendment'])
    expect(motionClasses([], '3rd Reading & Final Passage (#12)', 'wa')).toEqual(['passage'])
    expect(motionClasses(['reading-1'], 'First Reading', 'dc')).toEqual(['reading-1'])
    expect(motionClasses(['passage'], 'A motion in words of its own', 'nh')).toEqual(['passage'])
  })
})

describe('the outcome of a vote by its text', () => {
  it.each([
    ['az', 'do pass amended', 'pass'],
    ['az', 'failed to pass', 'fail'],
    ['ne', 'Judiciary AM1660 adopted', 'pass'],
    ['ne', 'Conrad AM12 lost', 'fail'],
    ['mi', 'PASSED ROLL CALL # 17 YEAS 30 NAYS 5', 'pass'],
    ['mi', 'defeated Roll Call #171 Yeas 53 Nays 45', 'fail'],
    ['vt', 'Which was disagreed to on a Roll Call Failed -- Needed 72 of 143 to Pass', 'fail'],
    ['nh', 'Inexpedient to Legislate: MF RC 150-180', 'fail'],
    ['nh', 'Floor Amendment: AA RC 200-100', 'pass'],
    ['va', 'Bill text as passed House (HR2001ER)', null],
    ['ky', 'passed over and retained in the Orders of the Day', null],
    ['il', 'Third Reading', null],
  ] as const)('is derived in %s: %s', (place, text, outcome) => {
    expect(outcomeOf(text, place)).toBe(outcome)
  })
})
