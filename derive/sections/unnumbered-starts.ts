import { enactingLine } from './lines/enacting-line.ts'
import type { SectionStart } from './section-start.ts'

const RESOLVING =
  /^\W*(?:(?:now, )?therefore,? )?(?:be it )?(?:further )?resolved\b(?!.{0,200}\bassembled\b)/iu
const THAT = /^that\b/iu
/** The Senate or the House says which bill it amends. */
const AMENDING = /^that the (?:bill|resolution|joint resolution|house agree|senate agree)\b/iu
/** Words of a clause that is followed by its text on the next line. */
const MOST_CLAUSE_CHARACTERS = 90

/**
 * Gives the sections without a number: each resolving clause of a resolution, or what follows the enacting clause
 * if the numbers do not begin with 1. A text in which nothing is recognized is one such section.
 */
export function unnumberedStarts(
  lines: readonly string[],
  numbered: readonly SectionStart[],
): readonly SectionStart[] {
  const first = numbered.find(({ kind }) => kind === 'section')
  if (first !== undefined && (first.number === null || /^(?:1\D?|\d\d.*)$/u.test(first.number))) return []
  const end = numbered[0]?.line ?? lines.length
  const clauses = lines.flatMap((line, index) => (index < end && RESOLVING.test(line) ? [index] : []))
  const texts = clauses.map((line) => textOf(lines, line)).filter((line) => line < end)
  if (texts.length > 0) return texts.filter((line) => !AMENDING.test(lines[line]!)).map(unnumbered)
  const that = lines.findIndex((line, index) => index < end && THAT.test(line) && !AMENDING.test(line))
  if (that !== -1) return [unnumbered(that)]
  if (first !== undefined) return []
  const enacting = enactingLine(lines)
  const isLast = enacting === null || enacting + 1 >= end
  return [unnumbered(isLast ? 0 : enacting + 1)]
}

/** The text of a clause is in its line, or in the next one. */
function textOf(lines: readonly string[], clause: number): number {
  const line = lines[clause]!
  const next = lines[clause + 1]
  if (next === undefined) return clause
  return THAT.test(next) || (line.length < MOST_CLAUSE_CHARACTERS && /[:,]$/u.test(line))
    ? clause + 1
    : clause
}

const unnumbered = (line: number): SectionStart => ({
  line,
  kind: 'section',
  number: null,
  heading: null,
  path: [],
})
