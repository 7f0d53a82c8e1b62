import { describe, expect, it } from 'vitest'
import { type ScoredAct, scoreMembers } from '../../../derive/scores/scored-members.ts'
import type { ScorecardPolicies } from '../../../schemas/event-bodies/scorecard.ts'
import { missedMarks, type ScorecardMark } from '../../../schemas/vocabulary/scorecards.ts'
import { act, member, policies } from '../../support/builders/scorecards.ts'

const scoreOf = (
  rules: ScorecardPolicies,
  acts: readonly ScoredAct[],
  marks: Readonly<Record<string, ScorecardMark>>,
) => scoreMembers(rules, acts, [member('Adams', marks)]).members[0]!

describe('a score', () => {
  it('is points of possible points, rounded half up', () => {
    const acts = [act('a', { weight: 2 }), act('b'), act('c', { weight: 5 })]
    const scored = scoreOf(policies(), acts, { a: 'for', b: 'for', c: 'against' })
    expect(scored).toMatchObject({ points: 3, possible: 8, score: 38, reason: null })
    expect(
      scoreOf(policies({ rounding: 'half_even' }), acts, { a: 'for', b: 'for', c: 'against' }).score,
    ).toBe(38)
    expect(scoreOf(policies({ rounding: 'down' }), acts, { a: 'for', b: 'for', c: 'against' }).score).toBe(37)
    const eighths = Array.from({ length: 8 }, (_, index) => act(String(index)))
    const first = (count: number) =>
      Object.fromEntries(eighths.map(({ key }, index) => [key, index < count ? 'for' : 'against'] as const))
    // 1 of 8 is 12.5 %.
    expect(scoreOf(policies(), eighths, first(1)).score).toBe(13)
    expect(scoreOf(policies({ rounding: 'half_even' }), eighths, first(1)).score).toBe(12)
  })

  it.each([
    ['against', 0, 1],
    ['exclude', 0, 0],
    ['half', 1, 2],
    ['as_majority', 1, 1],
    ['credit', 1, 1],
  ] as const)('counts a missed vote under the policy %s as %i of %i', (policy, points, possible) => {
    for (const mark of missedMarks) {
      const rules = policies({ [mark]: policy, min_votes: 1 })
      expect(scoreOf({ ...rules, ...only(mark, policy) }, [act('a')], { a: mark })).toMatchObject({
        points,
        possible,
      })
    }
  })

  /** All other policies leave out, so that one alone decides about halves. */
  const only = (mark: string, policy: string) =>
    Object.fromEntries(missedMarks.map((one) => [one, one === mark ? policy : 'exclude']))

  it('follows the majority only if there is one', () => {
    const rules = policies({ absent: 'as_majority' })
    expect(scoreOf(rules, [act('a', { majority: 'against' })], { a: 'absent' })).toMatchObject({
      points: 0,
      possible: 1,
    })
    expect(scoreOf(rules, [act('a', { majority: null })], { a: 'absent' })).toMatchObject({
      possible: 0,
      score: null,
      reason: 'nothing_counted',
    })
  })

  it('is null and no zero if nothing counts, or too little', () => {
    const acts = [act('a'), act('b')]
    expect(scoreOf(policies(), acts, { a: 'out_of_office' })).toMatchObject({
      score: null,
      reason: 'nothing_counted',
    })
    expect(scoreOf(policies({ min_votes: 2 }), acts, { a: 'against', b: 'excused' })).toMatchObject({
      points: 0,
      possible: 1,
      score: null,
      reason: 'too_few_votes',
    })
    expect(scoreOf(policies({ min_votes: 2 }), acts, { a: 'against', b: 'for' }).score).toBe(50)
  })

  it('divides the weight of an item among the roll calls that are averaged', () => {
    const acts = ['a', 'b', 'c'].map((key) => act(key, { item_id: '1', share_of: 3, weight: 2 }))
    const more = act('d')
    expect(
      scoreOf(policies(), [...acts, more], { a: 'for', b: 'for', c: 'against', d: 'against' }),
    ).toMatchObject({
      points: 4,
      possible: 9,
      score: 44,
    })
  })

  it('pools sessions, or is the mean of their scores', () => {
    const acts = [
      act('a', { session: '1' }),
      act('b', { session: '2' }),
      act('c', { session: '2' }),
      act('d', { session: '2' }),
    ]
    const marks = { a: 'against', b: 'for', c: 'for', d: 'for' } as const
    expect(scoreOf(policies({ lifetime: 'pooled' }), acts, marks).score).toBe(75)
    expect(scoreOf(policies({ lifetime: 'mean' }), acts, marks)).toMatchObject({
      score: 50,
      sessions: [
        { session: '1', points: 0, possible: 1, score: 0 },
        { session: '2', points: 3, possible: 3, score: 100 },
      ],
    })
  })

  it('ranks members of one chamber together, and equal scores equally', () => {
    const acts = [act('a'), act('b')]
    const { members } = scoreMembers(policies(), acts, [
      member('A', { a: 'for', b: 'for' }, 'upper'),
      member('B', { a: 'for', b: 'for' }, 'upper'),
      member('C', { a: 'for', b: 'against' }, 'upper'),
      member('D', { a: 'against', b: 'against' }, 'lower'),
      member('E', {}, 'lower'),
    ])
    expect(members.map(({ rank }) => rank)).toEqual([1, 1, 3, 1, null])
  })
})
