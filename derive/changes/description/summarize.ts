import { type Finding, weightOf } from './finding.ts'

const NAMED = 2
const LONG_REWORDING = 60
const IMPORTANCE_OF_LONG_REWORDING = 71

/** One to three sentences: the most important changes, then how many sections change. */
export function summarize(findings: readonly Finding[], changedWords: number): string {
  if (findings.length === 0) {
    return changedWords === 0
      ? 'The wording is unchanged.'
      : `Only ${changedWords} small word${changedWords === 1 ? ' changes' : 's change'}.`
  }
  const sorted = findings.toSorted((a, b) => importanceOf(b) - importanceOf(a) || weightOf(b) - weightOf(a))
  if (findings.length <= NAMED + 1) return sorted.map(({ draft }) => draft.text).join(' ')
  return [...sorted.slice(0, NAMED).map(({ draft }) => draft.text), overview(findings)].join(' ')
}

/** The title repeats what the sections say. */
const IMPORTANCE_IN_THE_TITLE = 12

const importanceOf = ({ rule, piece }: Finding): number =>
  piece.label === 'The title'
    ? Math.min(rule.importance, IMPORTANCE_IN_THE_TITLE)
    : importanceInLaw(rule, piece)

const importanceInLaw = (rule: Finding['rule'], piece: Finding['piece']): number =>
  rule.kind === 'wording' && piece.words >= LONG_REWORDING ? IMPORTANCE_OF_LONG_REWORDING : rule.importance

/** `In all, 2 sections are new, 1 is removed and 5 change.` */
function overview(findings: readonly Finding[]): string {
  const whole = ['section_added', 'section_removed', 'section_replaced']
  const count = (kind: string): number => findings.filter(({ rule }) => rule.kind === kind).length
  const changed = new Set(
    findings.flatMap(({ rule, piece }) => (whole.includes(rule.kind) ? [] : [piece.label])),
  ).size
  const parts = [
    { count: count('section_added'), one: 'is new', many: 'are new' },
    { count: count('section_removed'), one: 'is removed', many: 'are removed' },
    { count: count('section_replaced'), one: 'is rewritten', many: 'are rewritten' },
    { count: changed, one: 'changes in parts', many: 'change in parts' },
  ].filter((part) => part.count > 0)
  const said = parts.map(
    (part, index) =>
      `${part.count}${index === 0 ? ` section${part.count === 1 ? '' : 's'}` : ''} ${part.count === 1 ? part.one : part.many}`,
  )
  return `In all, ${said.length === 1 ? said[0] : `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`}.`
}
