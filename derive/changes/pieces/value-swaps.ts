import { wordingOf } from '../../diff/same-wording.ts'
import type { Edit } from '../edits/edit.ts'
import { type Span, within } from '../words/span.ts'
import { findValues, sameValue, type Value } from '../words/values.ts'
import { countWords } from '../words/wording.ts'
import { isSamePlace } from './same-place.ts'

const WORDS_OF_A_VALUE = 3

/** A value and the one that replaces it. */
export type ValuePair = { readonly before: Value; readonly after: Value }

/**
 * The values that an edit swaps. undefined if the edit does anything else: another word differs, or a value stands for
 * one of another kind or unit.
 */
export function valueSwaps(edit: Edit): ValuePair[] | undefined {
  const { before, after, from_line, to_line } = edit
  if (before === null || after === null || from_line === null || to_line === null) return undefined
  if (keepsLittle(before, from_line) || keepsLittle(after, to_line)) return undefined
  const older = valuesIn(before, from_line)
  const newer = valuesIn(after, to_line)
  if (older.length !== newer.length || older.length === 0) return undefined
  if (wordsOutside(before, older) !== wordsOutside(after, newer)) return undefined
  const pairs = older.map((value, index) => ({ before: value, after: newer[index]! }))
  if (!pairs.every(isPair) || pairs.some((pair) => isAmendedLaw(pair, to_line))) return undefined
  const places = [around(before, older, from_line), around(after, newer, to_line)] as const
  if (!isSamePlace(places[0], from_line, places[1], to_line)) return undefined
  return pairs.filter((pair) => !sameValue(pair.before, pair.after))
}

/** The span with the whole values that it touches. */
function around(span: Span, values: readonly Value[], line: Span): Span {
  const start = Math.min(span.start, values[0]!.span.start)
  const end = Math.max(span.end, values.at(-1)!.span.end)
  return within(line, start - line.start, end - line.start)
}

/** In a line that is mostly rewritten, two values stand in the same place by accident. */
const keepsLittle = (span: Span, line: Span): boolean => countWords(span.text) * 2 > countWords(line.text)

const isPair = ({ before, after }: ValuePair): boolean =>
  before.kind === after.kind &&
  before.unit === after.unit &&
  // Only the word before the number differs, such as `sections` for `section`.
  (sameValue(before, after) || digitsOf(before) !== digitsOf(after)) &&
  [before, after].every(
    ({ span }) => span.text.split(/\s+/u).length <= WORDS_OF_A_VALUE && !isGlued(span.text),
  )

/** `Chapter 32958-37-4`: a print without line breaks has glued chapter 329 to section 58-37-4. */
const isGlued = (text: string): boolean => /\d{5,}[-–]\d/u.test(text)

/** Another law that is amended in the same words is no change of a reference, but another amendment. */
const isAmendedLaw = ({ after: { kind, span } }: ValuePair, line: Span): boolean =>
  kind === 'reference' &&
  /^[^.;]{0,80}?\b(?:is|are)(?: further)? amended\b/u.test(line.text.slice(span.end - line.start)) &&
  /(?:^|[—.“"(]\s*)$/u.test(line.text.slice(0, span.start - line.start))

const digitsOf = ({ kind, span }: Value): string =>
  kind === 'reference' ? span.text.replace(/^\D+/u, '') || span.text : span.text

/** The values of a line that the span touches. */
const valuesIn = (span: Span, line: Span): Value[] =>
  findValues(line).filter(({ span: value }) => value.start < span.end && value.end > span.start)

function wordsOutside(span: Span, values: readonly Value[]): string {
  let rest = ''
  let from = span.start
  for (const { span: value } of values) {
    rest += `${span.text.slice(from - span.start, Math.max(from, value.start) - span.start)} `
    from = Math.max(from, Math.min(value.end, span.end))
  }
  return wordingOf(rest + span.text.slice(from - span.start))
}
