import { describe, expect, it } from 'vitest'
import {
  type ActionLine,
  fold,
  PASSED_BOTH,
  PASSED_BOTH_STATUSES,
  statusesOf,
} from '../../../support/builders/action-histories.ts'

describe('the status of a bill that fails, rests or ends', () => {
  it('is failed in New Hampshire if a motion of inexpedience carries, but not if it fails', () => {
    const reported: ActionLine[] = [
      ['H', 'Introduced', 'introduction'],
      ['H', 'Committee Report: Inexpedient to Legislate  02/17/2026 (Vote 16-0; CC)', 'committee-failure'],
    ]
    expect(statusesOf('nh', reported)).toEqual(['introduced', 'reported'])
    expect(
      statusesOf('nh', [
        ...reported,
        ['H', 'Inexpedient to Legislate: MA VV 01/07/2026  HJ 1  P. 72', 'failure'],
      ]).at(-1),
    ).toBe('failed')
    expect(
      statusesOf('nh', [
        ...reported,
        ['H', 'Inexpedient to Legislate: MF RC 150-180 01/07/2026', 'failure'],
      ]).at(-1),
    ).toBe('reported')
  })

  it('is not passed in New Hampshire if a motion to pass fails', () => {
    expect(
      statusesOf('nh', [
        ['H', 'Ought to Pass: MF DV 150-180 01/07/2026', 'committee-passage-favorable', 'passage'],
      ]),
    ).not.toContain('passed_one_chamber')
  })

  it('is reported after an unfavorable report', () => {
    expect(
      statusesOf('md', [['H', 'Unfavorable Report by Judiciary', 'committee-passage-unfavorable']]),
    ).toEqual(['reported'])
  })

  it('ignores a failed amendment, motion or section', () => {
    for (const description of [
      '(H) AM NO 3 TO AM NO 2 FAILED Y18 N22',
      '(H) EFFECTIVE DATE(S) FAILED Y21 N19',
      'Senate Comm - Motion to Recommend Failed [Senate Education]',
      'House/ substitute adoption failed',
    ]) {
      expect(
        statusesOf('ut', [
          ['H', 'Introduced', 'introduction'],
          ['H', description, 'failure'],
        ]),
      ).toEqual(['introduced'])
    }
  })

  it('recovers from a failure by reconsideration and a later passage', () => {
    expect(
      statusesOf('ak', [
        ...PASSED_BOTH.slice(0, 3),
        ['H', '(H) FAILED PASSAGE Y18 N22', 'failure'],
        ['H', '(H) PASSED ON RECONSIDERATION Y21 N19', 'passage'],
      ]),
    ).toEqual(['introduced', 'in_committee', 'reported', 'failed', 'passed_one_chamber'])
  })

  it("ignores a clerk's referral on the day of the defeat, but not one on a later day", () => {
    const failed: ActionLine[] = [
      ['S', 'Introduced', 'introduction'],
      ['S', 'HELD FOR CONSIDERATION IN CODES', 'failure'],
    ]
    expect(statusesOf('ny', [...failed, ['S', '=REFERRED TO CODES', 'referral-committee']]).at(-1)).toBe(
      'failed',
    )
    expect(statusesOf('ny', [...failed, ['S', 'REFERRED TO CODES', 'referral-committee']]).at(-1)).toBe(
      'in_committee',
    )
  })

  it('returns to the status before a passage if the vote is reconsidered', () => {
    expect(statusesOf('mi', [...PASSED_BOTH, ['S', 'vote on passage reconsidered']])).toEqual([
      ...PASSED_BOTH_STATUSES,
      'passed_one_chamber',
    ])
  })

  it('is carried_over, and later resumes where the bill stood', () => {
    const carried: ActionLine[] = [
      ...PASSED_BOTH.slice(0, 3),
      ['H', 'Carried over to the next session', 'carried-over'],
    ]
    expect(statusesOf('wa', carried).at(-1)).toBe('carried_over')
    expect(
      statusesOf('wa', [...carried, ['H', 'Third reading, passed; yeas, 89; nays, 0', 'reading-3']]).at(-1),
    ).toBe('passed_one_chamber')
  })

  it.each([
    ['wa', 'By resolution, reintroduced and retained in present status.'],
    ['ne', 'Title printed. Carryover bill'],
    ['il', '** Appointment Message Carried Over from Previous General Assembly **'],
  ])('resumes where it stood if the bill came from an earlier session: %s, %s', (place, words) => {
    expect(statusesOf(place, [...PASSED_BOTH.slice(0, 3), ['H', words, 'carried-over']])).toEqual([
      'introduced',
      'in_committee',
      'reported',
    ])
    const carried: ActionLine[] = [...PASSED_BOTH.slice(0, 3), ['H', 'Carried over to 2026', 'carried-over']]
    expect(statusesOf(place, [...carried, ['H', words]]).slice(-2)).toEqual(['carried_over', 'reported'])
    expect(statusesOf(place, [['H', words]])).toEqual(['introduced'])
  })

  it('is withdrawn only if the bill itself is withdrawn', () => {
    expect(
      statusesOf('md', [
        ['H', 'First Reading', 'introduction'],
        ['H', 'Withdrawn by Sponsor', 'withdrawal'],
      ]).at(-1),
    ).toBe('withdrawn')
    expect(
      statusesOf('tx', [
        ['H', 'Filed', 'filing'],
        ['H', 'Amendment withdrawn', 'withdrawal'],
      ]),
    ).toEqual(['prefiled'])
    expect(
      statusesOf('az', [
        ['H', 'First Reading', 'reading-1'],
        ['H', 'W/D', 'withdrawal'],
      ]),
    ).toEqual(['introduced'])
  })

  it('is withdrawn/replaced if another bill takes its place', () => {
    expect(
      statusesOf('ny', [
        ['S', 'REFERRED TO CODES', 'referral-committee'],
        ['S', 'SUBSTITUTED BY A123'],
      ]).at(-1),
    ).toBe('withdrawn/replaced')
    expect(
      statusesOf('ny', [
        ['S', 'REFERRED TO CODES', 'referral-committee'],
        ['S', 'SUBSTITUTED FOR A123'],
      ]).at(-1),
    ).toBe('in_committee')
    expect(
      statusesOf('ia', [
        ['S', 'Introduced', 'introduction'],
        ['S', 'HF 299 substituted.'],
        ['S', 'Withdrawn.', 'withdrawal'],
      ]).at(-1),
    ).toBe('withdrawn/replaced')
  })

  it('does not change for a substitute text', () => {
    expect(
      statusesOf('ut', [
        ['H', 'House/ filed', 'filing'],
        ['H', 'Bill Substituted by Sponsor in House Rules Comm', 'substitution'],
      ]),
    ).toEqual(['prefiled'])
  })

  it('is dead only if the session was closed', () => {
    expect(statusesOf('tx', PASSED_BOTH.slice(0, 4)).at(-1)).toBe('passed_one_chamber')
    const closed = fold('tx', PASSED_BOTH.slice(0, 4), { session_closed_on: '2026-06-01' })
    expect(closed.at(-1)).toEqual({ status: 'dead', detail: null, date: '2026-06-01', action_id: null })
  })

  it('is not dead if both chambers passed the bill or it ended in another way', () => {
    expect(statusesOf('tx', PASSED_BOTH, { session_closed_on: '2026-06-01' }).at(-1)).toBe('passed_both')
    expect(
      statusesOf('md', [['H', 'Withdrawn by Sponsor', 'withdrawal']], { session_closed_on: '2026-06-01' }).at(
        -1,
      ),
    ).toBe('withdrawn')
  })
})
