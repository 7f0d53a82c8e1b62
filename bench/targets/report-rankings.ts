import type { Answered } from './evaluate-planted.ts'
import { bootstrap, bootstrapRatio, type Estimate, recallOf, reciprocalRankOf } from './ranking-measures.ts'

const SEED = 1

/** A row of the table: recall and MRR of both rankings, each with its interval, and how many times ours is the other. */
export function rowsOf(name: string, answered: readonly Answered[]): string[][] {
  if (answered.length === 0) return [[name, '0', '', '', '', '', '', '', '']]
  const measures = [recallOf, reciprocalRankOf].flatMap((measure) => {
    const pairs = answered.map(({ ours, popularity }) => [measure(ours), measure(popularity)] as const)
    const mine = bootstrap(
      pairs.map(([own]) => own),
      SEED,
    )
    const others = bootstrap(
      pairs.map(([, other]) => other),
      SEED,
    )
    return [shown(mine), shown(others), shown(bootstrapRatio(pairs, SEED), 1)]
  })
  const within = bootstrap(
    answered.map(({ of_issues }) => recallOf(of_issues)),
    SEED,
  )
  return [[name, String(answered.length), ...measures, shown(within)]]
}

/** A ratio to nothing is none. */
const shown = ({ mean, low, high }: Estimate, digits = 3): string =>
  [mean, low, high].every(Number.isFinite)
    ? `${mean.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`
    : '—'
