import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Evidence, RankedTarget } from '../../../../derive/targets/score/evidence.ts'
import { rankTargets } from '../../../../derive/targets/score/rank-targets.ts'
import { targetBases, targetReasons } from '../../../../schemas/vocabulary/targets.ts'

const TODAY = '2026-11-30'
const AT = '2026-11-30T00:00:00.000000Z'

const evidenceOf = (values: Partial<Evidence>): Evidence => ({
  organization_id: 1,
  basis: 'direct_mention',
  kind: 'filing_mention',
  key: 'filing 1',
  about: 'HR 5',
  quote: 'H.R. 5',
  day: '2026-10-20',
  source_url: 'https://lda.example/1',
  relevance: 1,
  is_topic_only: false,
  is_ended: false,
  stance: null,
  updated_at: AT,
  ...values,
})

const day = fc
  .integer({ min: 0, max: 7_000 })
  .map((days) => new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10))

const anyEvidence: fc.Arbitrary<Evidence> = fc
  .record({
    organization_id: fc.integer({ min: 1, max: 6 }),
    basis: fc.constantFrom(...targetBases),
    kind: fc.constantFrom(...targetReasons),
    key: fc.integer({ min: 1, max: 40 }).map((number) => `filing ${number}`),
    day: fc.option(day, { freq: 6 }),
    relevance: fc.integer({ min: 1, max: 100 }).map((percent) => percent / 100),
    is_topic_only: fc.boolean(),
    is_ended: fc.boolean(),
    stance: fc.constantFrom('support', 'oppose', 'neutral', null),
  })
  .map((values) =>
    evidenceOf({
      ...values,
      is_topic_only: values.basis === 'similar_bill' && values.is_topic_only,
    } as Partial<Evidence>),
  )
const someEvidence = fc.array(anyEvidence, { minLength: 1, maxLength: 30 })
const breadth = fc
  .array(fc.integer({ min: 1, max: 70 }), { minLength: 6, maxLength: 6 })
  .map((issues) => new Map(issues.map((count, at) => [at + 1, count])))

const ids = (targets: readonly RankedTarget[]) => targets.map(({ organization_id }) => organization_id)
const rankOf = (targets: readonly RankedTarget[], id: number) => {
  const place = ids(targets).indexOf(id)
  return place < 0 ? Number.POSITIVE_INFINITY : place
}

describe('the order of targets', () => {
  it('does not depend on the order of the evidence', () => {
    fc.assert(
      fc.property(someEvidence, breadth, fc.integer(), (evidence, issues, seed) => {
        const shuffled = evidence.toSorted(
          (a, b) => ((seed ^ JSON.stringify(a).length) & 7) - ((seed ^ JSON.stringify(b).length) & 7),
        )
        expect(rankTargets(shuffled.reverse(), TODAY, issues)).toEqual(rankTargets(evidence, TODAY, issues))
      }),
    )
  })

  it('never puts an organization lower because of more evidence for it', () => {
    fc.assert(
      fc.property(someEvidence, anyEvidence, breadth, (evidence, more, issues) => {
        const before = rankTargets(evidence, TODAY, issues)
        const after = rankTargets([...evidence, more], TODAY, issues)
        const id = more.organization_id
        expect(rankOf(after, id)).toBeLessThanOrEqual(rankOf(before, id))
        const scoreOf = (targets: readonly RankedTarget[]) =>
          targets.find(({ organization_id }) => organization_id === id)?.score ?? 0
        expect(scoreOf(after)).toBeGreaterThanOrEqual(scoreOf(before))
      }),
    )
  })

  it('keeps the order and the scores of all others if the evidence of one organization is removed', () => {
    fc.assert(
      fc.property(someEvidence, fc.integer({ min: 1, max: 6 }), breadth, (evidence, removed, issues) => {
        const isOther = ({ organization_id }: { readonly organization_id: number }) =>
          organization_id !== removed
        const all = rankTargets(evidence, TODAY, issues).filter(isOther)
        expect(rankTargets(evidence.filter(isOther), TODAY, issues)).toEqual(all)
      }),
    )
  })

  it('puts acts on this bill before companions, similar bills, subjects and agencies, however many they are', () => {
    fc.assert(
      fc.property(someEvidence, breadth, (evidence, issues) => {
        const whole = evidence.map((one) => ({ ...one, is_topic_only: false }))
        const places = rankTargets(whole, TODAY, issues).map(({ basis }) => targetBases.indexOf(basis))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
      }),
    )
  })

  it('gives scores from 0 to 1, and each organization once', () => {
    fc.assert(
      fc.property(someEvidence, breadth, (evidence, issues) => {
        const targets = rankTargets(evidence, TODAY, issues)
        expect(new Set(ids(targets)).size).toBe(targets.length)
        for (const { score } of targets) {
          expect(score).toBeGreaterThan(0)
          expect(score).toBeLessThan(1)
        }
      }),
    )
  })
})

describe('a score', () => {
  const scoreOf = (values: Partial<Evidence>, issues = 1) =>
    rankTargets([evidenceOf(values)], TODAY, new Map([[1, issues]]))[0]!.score

  it('is higher for a newer source', () => {
    expect(scoreOf({ day: '2026-10-01' })).toBeGreaterThan(scoreOf({ day: '2024-10-01' }))
    expect(scoreOf({ day: '2024-10-01' })).toBeGreaterThan(scoreOf({ day: '2006-10-01' }))
    expect(scoreOf({ day: '2006-10-01' })).toBeGreaterThan(0.8)
  })

  it('does not rise for a day in the future', () => {
    expect(scoreOf({ day: '2027-01-01' })).toBe(scoreOf({ day: TODAY }))
  })

  it('is lower on similar bills for an organization that lobbies on everything', () => {
    expect(scoreOf({ basis: 'similar_bill' }, 60)).toBeLessThan(scoreOf({ basis: 'similar_bill' }, 2))
    expect(scoreOf({ basis: 'direct_mention' }, 60)).toBe(scoreOf({ basis: 'direct_mention' }, 2))
  })

  it('is lower if the engagement has ended, but an act on this bill stays one', () => {
    expect(scoreOf({ basis: 'subject', is_ended: true })).toBeLessThan(scoreOf({ basis: 'subject' }))
    expect(scoreOf({ is_ended: true })).toBe(scoreOf({}))
  })

  it('puts a bill that is only about the same topic among the subjects', () => {
    const related = evidenceOf({ basis: 'similar_bill', is_topic_only: true, relevance: 0.3 })
    const active = evidenceOf({ organization_id: 2, basis: 'subject', kind: 'issue_code', relevance: 0.9 })
    expect(ids(rankTargets([related, active], TODAY, new Map()))).toEqual([2, 1])
    const similar = { ...related, is_topic_only: false }
    expect(ids(rankTargets([similar, active], TODAY, new Map()))).toEqual([1, 2])
  })

  it('counts a passage once that reaches the bill twice, or by two names of one organization', () => {
    const once = rankTargets([evidenceOf({})], TODAY, new Map())
    expect(rankTargets([evidenceOf({}), evidenceOf({})], TODAY, new Map())).toEqual(once)
    const both = [evidenceOf({}), evidenceOf({ basis: 'similar_bill', relevance: 0.9 })]
    expect(rankTargets(both, TODAY, new Map())).toEqual(once)
  })

  it('keeps namesakes apart', () => {
    const two = [evidenceOf({}), evidenceOf({ organization_id: 2, key: 'filing 2' })]
    expect(ids(rankTargets(two, TODAY, new Map()))).toEqual([1, 2])
  })
})

describe('a position', () => {
  const positionOf = (...evidence: Partial<Evidence>[]) =>
    rankTargets(evidence.map(evidenceOf), TODAY, new Map())[0]!.position
  const stated = { kind: 'stated_position', stance: 'oppose' } as const

  it('is only one that was stated on this very bill', () => {
    expect(positionOf(stated)).toBe('oppose')
    expect(positionOf({})).toBeNull()
    expect(positionOf({ ...stated, basis: 'companion' })).toBeNull()
    expect(positionOf({ ...stated, basis: 'similar_bill' })).toBeNull()
    expect(positionOf({ kind: 'filing_mention', stance: 'support' })).toBeNull()
    fc.assert(
      fc.property(someEvidence, (evidence) => {
        for (const { organization_id, position } of rankTargets(evidence, TODAY, new Map())) {
          if (position === null) continue
          expect(evidence).toContainEqual(
            expect.objectContaining({
              organization_id,
              stance: position,
              kind: 'stated_position',
              basis: 'direct_mention',
            }),
          )
        }
      }),
    )
  })

  it('is the newest one', () => {
    const older = { ...stated, stance: 'support', day: '2025-01-01', key: 'position 2' } as const
    expect(positionOf(stated, older)).toBe('oppose')
    expect(positionOf(older, stated)).toBe('oppose')
  })

  it('is null if two of one day contradict each other', () => {
    expect(positionOf(stated, { ...stated, stance: 'support', key: 'position 2' })).toBeNull()
  })
})
