import { describe, expect, it } from 'vitest'
import { type Answered, type AnsweredBill, evaluatePlanted } from '../../../bench/targets/evaluate-planted.ts'
import {
  bootstrap,
  bootstrapRatio,
  meanOf,
  recallOf,
  reciprocalRankOf,
} from '../../../bench/targets/ranking-measures.ts'
import { type PlantedWorld, plantAdvocacy } from '../../../corpus/advocacy/planted-advocacy.ts'
import { issues } from '../../../derive/targets/subjects/issue-words.ts'

const SPLIT = '2026-01-01'
const SIZE = {
  organizations: 600,
  policies: 200,
  issue_codes: Object.keys(issues),
  jurisdictions: Array.from({ length: 12 }, (_, index) => `ocd-division/country:us/state:${index}`),
  first_day: '2023-01-01',
  days: 1_400,
}

const world = plantAdvocacy(SIZE, 7)
const ratioOf = (answered: readonly Answered[], measure: typeof recallOf) =>
  meanOf(answered.map(({ ours }) => measure(ours))) /
  meanOf(answered.map(({ popularity }) => measure(popularity)))

describe('the ranking of targets on a generated world', () => {
  const { all, newcomers } = evaluatePlanted(world, SPLIT)

  it('finds who acts later better than popularity does, by half', () => {
    expect(all.length).toBeGreaterThan(100)
    expect(ratioOf(all, recallOf)).toBeGreaterThan(1.5)
    expect(ratioOf(all, reciprocalRankOf)).toBeGreaterThan(1.5)
  })

  it('sees nothing of what is hidden', () => {
    const ids = [...new Set(world.acts.map(({ organization_id }) => organization_id))]
    const other = new Map(ids.map((id, at) => [id, ids[(at + 1) % ids.length]!]))
    const changed: PlantedWorld = {
      ...world,
      acts: world.acts.map((act) =>
        act.day < SPLIT ? act : { ...act, organization_id: other.get(act.organization_id)! },
      ),
    }
    const again = evaluatePlanted(changed, SPLIT).all
    const rankedOf = (answered: readonly AnsweredBill[]) =>
      answered.map(({ bill_id, ours, popularity }) => [bill_id, ours.ranked, popularity.ranked])
    expect(rankedOf(again)).toEqual(rankedOf(all))
    expect(again.map(({ ours }) => ours.relevant)).not.toEqual(all.map(({ ours }) => ours.relevant))
  })

  it('takes organizations that had acted on the bill out of the question who is new', () => {
    expect(newcomers.length).toBeGreaterThan(50)
    for (const { bill_id, ours, popularity, of_issues } of newcomers) {
      const before = new Set(
        world.acts
          .filter((act) => act.bill_id === bill_id && act.day < SPLIT)
          .map(({ organization_id }) => organization_id),
      )
      expect(ours.relevant.size).toBeGreaterThan(0)
      const listed = [ours, popularity, of_issues].flatMap(({ ranked, relevant }) => [...ranked, ...relevant])
      expect(listed.filter((id) => before.has(id))).toEqual([])
    }
  })
})

describe('a generated world', () => {
  it('is the same for the same seed, and another one for another', () => {
    expect(plantAdvocacy(SIZE, 7).acts).toEqual(world.acts)
    expect(plantAdvocacy(SIZE, 8).acts).not.toEqual(world.acts)
  })

  it('is noisy: acts name no bill or a wrong one, and unlike bills are called similar', () => {
    const named = world.acts.filter(({ bill_id }) => bill_id !== null).length / world.acts.length
    expect(named).toBeGreaterThan(0.3)
    expect(named).toBeLessThan(0.6)
    const policies = new Map(world.bills.map(({ id, policy }) => [id, policy]))
    const pairs = [...world.similar].flatMap(([id, found]) => found.map((one) => [id, one.id] as const))
    const alike = pairs.filter(([one, other]) => policies.get(one) === policies.get(other)).length
    expect(alike / pairs.length).toBeGreaterThan(0.1)
    expect(alike / pairs.length).toBeLessThan(0.6)
  })
})

describe('the measures', () => {
  const judged = { ranked: [9, 1, 8, 2], relevant: new Set([1, 2, 3]) }

  it('count the relevant ones among the first twenty, and the place of the first', () => {
    expect(recallOf(judged)).toBeCloseTo(2 / 3)
    expect(reciprocalRankOf(judged)).toBe(0.5)
    expect(reciprocalRankOf({ ...judged, ranked: [] })).toBe(0)
  })

  it('have an interval around the mean, the same for the same seed', () => {
    const values = [0, 0, 1, 1, 1, 0, 1]
    const found = bootstrap(values, 1)
    expect(found).toEqual(bootstrap(values, 1))
    expect(found.low).toBeLessThan(found.mean)
    expect(found.high).toBeGreaterThan(found.mean)
    expect(bootstrapRatio([...values.map((value) => [2 * (value + 1), value + 1] as const)], 1)).toEqual({
      ...{ mean: 2, low: 2, high: 2 },
    })
  })
})
