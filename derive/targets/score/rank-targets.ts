import { compareTexts } from '../../../runtime/words/compare-texts.ts'
import { type TargetBasis, targetBases } from '../../../schemas/vocabulary/targets.ts'
import type { Breadth, Evidence, RankedTarget, Stance } from './evidence.ts'
import { latestOf } from './latest-of.ts'
import { weightOf } from './weigh.ts'

/** Rises with every change of the order or of a score. */
export const TARGETS_VERSION = 1

/** agency 0, subject and bills that are only about the same topic 1, similar_bill 2, companion 3, direct_mention 4. */
const stepOf = ({ basis, is_topic_only }: Pick<Evidence, 'basis' | 'is_topic_only'>): number =>
  targetBases.length - 1 - targetBases.indexOf(is_topic_only ? 'subject' : basis)

/**
 * Ranks the organizations that the evidence names. The closest evidence of an organization decides its fifth of the scale; within
 * the fifth, the sum of all its weights does. So whoever acted on this bill comes before whoever acted on one like it. More evidence
 * never lowers a score, and the evidence of one organization never moves another one's score.
 */
export function rankTargets(evidence: readonly Evidence[], asOf: string, breadth: Breadth): RankedTarget[] {
  const byOrganization = Map.groupBy(evidence, ({ organization_id }) => organization_id)
  return [...byOrganization]
    .map(([id, own]) => ({ target: targetOf(id, own, asOf, breadth.get(id) ?? 1), newest: newestDay(own) }))
    .sort(
      (a, b) =>
        b.target.score - a.target.score ||
        (a.newest === b.newest ? 0 : a.newest > b.newest ? -1 : 1) ||
        a.target.organization_id - b.target.organization_id,
    )
    .map(({ target }) => target)
}

type Weighed = { readonly one: Evidence; readonly weight: number }

function targetOf(id: number, evidence: readonly Evidence[], asOf: string, issues: number): RankedTarget {
  const counted = countedOnce(evidence.map((one) => ({ one, weight: weightOf(one, asOf, issues) })))
  const step = Math.max(...counted.map(({ one }) => stepOf(one)))
  const sum = counted.reduce((total, { weight }) => total + weight, 0)
  return {
    organization_id: id,
    score: (step + sum / (1 + sum)) / targetBases.length,
    basis: closestOf(counted.filter(({ one }) => stepOf(one) === step).map(({ one }) => one.basis)),
    position: statedPosition(evidence),
    reasons: counted.map(({ one, weight }) => ({
      kind: one.kind,
      basis: one.basis,
      about: one.about,
      quote: one.quote,
      day: one.day,
      source_url: one.source_url,
      stance: isStatedHere(one) ? one.stance : null,
      weight,
    })),
    updated_at: latestOf(evidence.map(({ updated_at }) => updated_at)),
  }
}

const closestOf = (bases: readonly TargetBasis[]): TargetBasis =>
  targetBases.find((basis) => bases.includes(basis))!

/**
 * A passage that reaches the bill in two ways, or by two names of a merged organization, counts once: by the closer basis,
 * with the larger weight.
 */
function countedOnce(weighed: readonly Weighed[]): Weighed[] {
  return [...Map.groupBy(weighed, ({ one }) => one.key).values()]
    .map((same) => ({
      one: same.toSorted(compare)[0]!.one,
      weight: Math.max(...same.map(({ weight }) => weight)),
    }))
    .sort(compare)
}

const compare = (a: Weighed, b: Weighed): number =>
  stepOf(b.one) - stepOf(a.one) ||
  b.weight - a.weight ||
  compareTexts(a.one.key, b.one.key) ||
  compareTexts(JSON.stringify(a.one), JSON.stringify(b.one))

const newestDay = (evidence: readonly Evidence[]): string => latestOf(evidence.map(({ day }) => day ?? ''))

/** The newest position that was stated on this very bill. Two different ones of the same day: nobody can say. */
function statedPosition(evidence: readonly Evidence[]): Stance | null {
  const stated = evidence.filter((one) => isStatedHere(one) && one.stance !== null)
  if (stated.length === 0) return null
  const newest = newestDay(stated)
  const stances = new Set(stated.filter(({ day }) => (day ?? '') === newest).map(({ stance }) => stance))
  return stances.size === 1 ? [...stances][0]! : null
}

const isStatedHere = ({ basis, kind }: Evidence): boolean =>
  basis === 'direct_mention' && kind === 'stated_position'
