import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'

/**
 * Spellings of one kind of bill in one place, by postal code: the letters that some pages print, and the letters of the
 * official number. The table is by place, because the same letters have other meanings elsewhere. South Dakota's HC is
 * a commemoration, and Mississippi's is a concurrent resolution. docs/identity.md lists how each place prints its
 * numbers.
 */
const designations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  in: { HC: 'HCR', SC: 'SCR', HJ: 'HJR', SJ: 'SJR' },
  md: { HJR: 'HJ', SJR: 'SJ' },
  va: { HJR: 'HJ', SJR: 'SJ' },
  wy: { HJR: 'HJ', SJR: 'SJ' },
}

/** Text that is printed around the number of a bill and is not part of it, by postal code. */
const wrappings: Readonly<Record<string, RegExp>> = {
  // A substitute belongs to its bill: `SS 1 for SB 61`.
  de: /^[HS]S\s+\d+\s+for\s+/iu,
}

/** Amendments of a bill so far: `SB 61 w/ SA 1 + HA 2`. */
const AMENDED = /\s+w\/.*$/isu
/** Marks that are part of no number. */
const MARKS = /[`´'"‘’“”~^|•·_]/gu
const BEFORE = /^[^\p{L}\p{N}]+/u
/** Asterisks distinguish bills of two sessions (Nevada). */
const AFTER = /[^\p{L}\p{N}*)]+$/u
const LETTERS = /^\p{L}+(?=\s*\d)/u
/** Nearly every number matches this pattern and needs no cleaning. */
const PLAIN = /^[A-Za-z\d](?:[A-Za-z\d -]*[A-Za-z\d])?$/u

/**
 * Removes stray marks and amendments from a printed number and applies the official designation of its place. The
 * rest stays as printed.
 */
export function plainIdentifier(jurisdiction: string, printed: string): string {
  const place = findJurisdiction(jurisdiction)?.abbreviation ?? ''
  const [table, wrapping] = [designations[place], wrappings[place]]
  let text = printed
  if (!PLAIN.test(text))
    text = text.replace(AMENDED, '').replace(MARKS, '').replace(BEFORE, '').replace(AFTER, '')
  if (text.endsWith(')') && !text.includes('(')) text = text.slice(0, -1)
  if (wrapping !== undefined) text = text.replace(wrapping, '')
  return table === undefined
    ? text
    : text.replace(LETTERS, (letters) => table[letters.toUpperCase()] ?? letters)
}

/** Gives the number under the other designations of its place. */
export function otherSpellings(jurisdiction: string, plain: string): string[] {
  const table = designations[findJurisdiction(jurisdiction)?.abbreviation ?? '']
  const letters = LETTERS.exec(plain)?.[0]
  if (table === undefined || letters === undefined) return []
  return Object.entries(table).flatMap(([spelling, known_by]) =>
    known_by === letters.toUpperCase() ? [spelling + plain.slice(letters.length)] : [],
  )
}
