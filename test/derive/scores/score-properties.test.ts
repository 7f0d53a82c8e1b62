import { describe, expect, it } from 'vitest'
import { type ScoredAct, type ScoredMember, scoreMembers } from '../../../derive/scores/scored-members.ts'
import type { ScorecardPolicies } from '../../../schemas/event-bodies/scorecard.ts'
import { missedMarks, missedPolicies, scorecardMarks } from '../../../schemas/vocabulary/scorecards.ts'
import { act, member, policies } from '../../support/builders/scorecards.ts'

/** A small generator, so that a failure can be repeated. */
function draws(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Drawn = {
  readonly rules: ScorecardPolicies
  readonly acts: ScoredAct[]
  readonly members: ScoredMember<string>[]
}

function draw(seed: number): Drawn {
  const next = draws(seed)
  const acts = Array.from({ length: 1 + next(12) }, (_, index) =>
    act(String(index), {
      weight: 1 + next(5),
      share_of: 1 + next(4),
      session: String(next(3)),
      majority: (['for', 'against', null] as const)[next(3)]!,
    }),
  )
  const members = Array.from({ length: 1 + next(8) }, (_, index) =>
    member(
      String(index),
      Object.fromEntries(
        acts.flatMap(({ key }) =>
          next(5) === 0 ? [] : [[key, scorecardMarks[next(scorecardMarks.length)]!]],
        ),
      ),
      String(next(2)),
    ),
  )
  const missed = Object.fromEntries(
    missedMarks.map((mark) => [mark, missedPolicies[next(missedPolicies.length)]!]),
  )
  const rules = policies({
    ...missed,
    min_votes: 1 + next(3),
    lifetime: (['pooled', 'mean'] as const)[next(2)]!,
    rounding: (['half_up', 'half_even', 'down'] as const)[next(3)]!,
  })
  return { rules, acts, members }
}

const SEEDS = Array.from({ length: 300 }, (_, index) => index + 1)
const shown = ({ rules, acts, members }: Drawn) =>
  scoreMembers(rules, acts, members).members.map(({ who, score, rank, reason }) => ({
    who,
    score,
    rank,
    reason,
  }))

describe('for 300 drawn scorecards, a score', () => {
  it('does not change if all weights are multiplied', () => {
    for (const seed of SEEDS) {
      const drawn = draw(seed)
      for (const factor of [2, 7]) {
        const acts = drawn.acts.map((one) => ({ ...one, weight: one.weight * factor }))
        expect(shown({ ...drawn, acts })).toEqual(shown(drawn))
      }
    }
  })

  it('is the same if an item counts twice or has twice the weight', () => {
    for (const seed of SEEDS) {
      const { rules, acts, members } = draw(seed)
      const [first, ...rest] = acts as [ScoredAct, ...ScoredAct[]]
      const twice = [first, { ...first, key: 'again' }, ...rest]
      const both = members.map((one) => {
        const mark = one.marks.get(first.key)
        return mark === undefined ? one : { ...one, marks: new Map([...one.marks, ['again', mark] as const]) }
      })
      // The number of counted acts differs, so it must not decide.
      const all = { ...rules, min_votes: 1 }
      expect(shown({ rules: all, acts: twice, members: both })).toEqual(
        shown({ rules: all, acts: [{ ...first, weight: 2 * first.weight }, ...rest], members }),
      )
    }
  })

  it('of one member does not change if a vote of another is left out', () => {
    for (const seed of SEEDS) {
      const { rules, acts, members } = draw(seed)
      const [first, ...others] = members as [ScoredMember<string>, ...ScoredMember<string>[]]
      const without = {
        ...first,
        marks: new Map([...first.marks].map(([key]) => [key, 'out_of_office'] as const)),
      }
      const scores = (some: readonly ScoredMember<string>[]) =>
        scoreMembers(rules, acts, some)
          .members.slice(1)
          .map(({ points, possible, score }) => [points, possible, score])
      expect(scores([without, ...others])).toEqual(scores(members))
    }
  })

  it('does not depend on the order of items or of members', () => {
    for (const seed of SEEDS) {
      const drawn = draw(seed)
      const turned = shown({ ...drawn, acts: drawn.acts.toReversed(), members: drawn.members.toReversed() })
      expect(turned.toReversed()).toEqual(shown(drawn))
    }
  })

  it('is whole points of whole possible points, between 0 and 100, and the sum of its acts', () => {
    for (const seed of SEEDS) {
      const { rules, acts, members } = draw(seed)
      for (const one of scoreMembers(rules, acts, members).members) {
        for (const { points, possible } of one.acts) {
          expect(Number.isSafeInteger(points) && Number.isSafeInteger(possible)).toBe(true)
          expect(points).toBeLessThanOrEqual(possible)
        }
        expect(one.points).toBe(one.acts.reduce((sum, { points }) => sum + points, 0))
        expect(one.possible).toBe(one.acts.reduce((sum, { possible }) => sum + possible, 0))
        if (one.score !== null) expect(one.score >= 0 && one.score <= 100).toBe(true)
        expect(one.score === null).toBe(one.reason !== null)
      }
    }
  })
})
