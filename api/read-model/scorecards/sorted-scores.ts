import type { ScoreSort } from '../../../schemas/http/scorecards/scores.ts'
import type { ShownScore } from './scores.ts'

/** Scores in the order of a page. Members without a score come last, by name. */
export function sortedScores(scores: readonly ShownScore[], sort: ScoreSort): ShownScore[] {
  const byName = scores.toSorted((a, b) => compared(sortName(a), sortName(b)) || compared(a.id, b.id))
  if (sort === 'name') return byName
  const sign = sort === 'score' ? 1 : -1
  return byName.toSorted((a, b) => {
    if (a.score === null || b.score === null) return Number(a.score === null) - Number(b.score === null)
    return sign * (a.score - b.score)
  })
}

const sortName = ({ legislator, name }: ShownScore): string => (legislator?.name ?? name).toLowerCase()

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
