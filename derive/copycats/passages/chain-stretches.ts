import type { Stretch } from './find-stretches.ts'

/** Words that may stand between two stretches of one passage, in either text. */
const WIDEST_GAP = 8
/** Words by which a passage may be longer in one text, from one stretch to the next. */
const WIDEST_DRIFT = 12
/** Words by which two stretches of a passage may overlap, since both of them went on beyond their equal words. */
const WIDEST_OVERLAP = 12
/** Earlier stretches that are looked at. */
const LOOK_BACK = 64

/** Stretches that follow each other in both texts. */
export type Chain = { readonly stretches: readonly Stretch[]; readonly equal: number }

/** Joins stretches into chains, the one with the most equal words first. Each stretch is in one chain. */
export function chainStretches(stretches: readonly Stretch[]): Chain[] {
  const sorted = stretches.toSorted((a, b) => a.at - b.at || a.other - b.other)
  const scores = sorted.map(({ equal }) => equal)
  const before = sorted.map(() => -1)
  for (let index = 1; index < sorted.length; index += 1) {
    for (let earlier = index - 1; earlier >= Math.max(0, index - LOOK_BACK); earlier -= 1) {
      if (!follows(sorted[index]!, sorted[earlier]!)) continue
      const score = scores[earlier]! + sorted[index]!.equal
      if (score <= scores[index]!) continue
      scores[index] = score
      before[index] = earlier
    }
  }
  return cutChains(sorted, scores, before)
}

function follows(later: Stretch, earlier: Stretch): boolean {
  const gap = later.at - (earlier.at + earlier.length)
  const otherGap = later.other - (earlier.other + earlier.length)
  return (
    later.at > earlier.at &&
    later.other > earlier.other &&
    Math.max(gap, otherGap) <= WIDEST_GAP &&
    Math.min(gap, otherGap) >= -WIDEST_OVERLAP &&
    Math.abs(gap - otherGap) <= WIDEST_DRIFT
  )
}

/** Cuts the best chain out, then the best of what remains. */
function cutChains(
  sorted: readonly Stretch[],
  scores: readonly number[],
  before: readonly number[],
): Chain[] {
  const taken = sorted.map(() => false)
  const ends = sorted.map((_stretch, index) => index).sort((a, b) => scores[b]! - scores[a]! || a - b)
  const chains: Chain[] = []
  for (const end of ends) {
    const stretches: Stretch[] = []
    for (let index = end; index !== -1 && !taken[index]; index = before[index]!) {
      taken[index] = true
      stretches.push(sorted[index]!)
    }
    if (stretches.length === 0) continue
    chains.push({
      stretches: stretches.reverse(),
      equal: stretches.reduce((sum, { equal }) => sum + equal, 0),
    })
  }
  return chains.toSorted((a, b) => b.equal - a.equal)
}
