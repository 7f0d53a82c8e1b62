import type { ChangeKind } from '../../../schemas/vocabulary/change-kinds.ts'
import type { ChangeSummary } from '../change-summary.ts'
import { type Finding, weightOf } from './finding.ts'

/** A budget table has hundreds of amounts in one section: the largest changes stand for it. */
const PER_SECTION_AND_KIND = 5
const PER_KIND = 20
/** A reader can see so many, of whatever kind. */
const ALL = 40

type Capped = { readonly kept: readonly Finding[]; readonly omitted: ChangeSummary['omitted'] }

/** Keeps the weightiest findings of each kind, in the order of the text, and counts the others. */
export function capFindings(findings: readonly Finding[]): Capped {
  if (findings.length <= ALL) return { kept: findings, omitted: [] }
  const bySection = largestOf(
    findings,
    ({ rule, piece }) => `${rule.kind} ${piece.label}`,
    PER_SECTION_AND_KIND,
  )
  const kept = largestOf(bySection, ({ rule }) => rule.kind, PER_KIND)
  const left = new Set(findings)
  for (const finding of kept) left.delete(finding)
  const counts = new Map<ChangeKind, number>()
  for (const { rule } of left) counts.set(rule.kind, (counts.get(rule.kind) ?? 0) + 1)
  return { kept, omitted: [...counts].map(([kind, count]) => ({ kind, count })) }
}

function largestOf(
  findings: readonly Finding[],
  keyOf: (finding: Finding) => string,
  most: number,
): Finding[] {
  const kept = new Set<Finding>()
  for (const group of Map.groupBy(findings, keyOf).values()) {
    const sorted = group.toSorted((a, b) => weightOf(b) - weightOf(a))
    for (const finding of sorted.slice(0, most)) kept.add(finding)
  }
  return findings.filter((finding) => kept.has(finding))
}
