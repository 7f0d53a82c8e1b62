/**
 * Parses the number that the Federal Register gave a document. Other publishers print it with noise: a label (`FR
 * Doc. 94- 28063`), a long dash (`98–16459`), two numbers, a page (`64FR18571`, and all digits), a part of the Code.
 * Only possible numbers are accepted.
 */
const FORM = /^(?:[A-Z]\d?-)?(?:19|20)?\d{2}-\d{1,6}$|^[A-Z]\d-\d{1,6}$/u
const LABEL = /^fr\s*doc\.?\s*(?:nos?\.?)?\s*/iu
const DASHES = /\s*[‐-―−-]\s*/gu
/** `98 10779` */
const SPACED = /^(\d{2}) (\d{4,6})$/u

export function normalizeDocumentNumber(printed: string): string | null {
  const number = printed.trim().replace(LABEL, '').replaceAll(DASHES, '-').replace(SPACED, '$1-$2')
  return FORM.test(number.toUpperCase()) ? number.toUpperCase() : null
}

/**
 * The first year from which no number was given twice: before that, a document is identified by number and
 * day together.
 */
const UNIQUE_SINCE = 2016

/** Gives the key of a document for any day. null if its number alone does not identify it. */
export function numberKey(number: string): string | null {
  const year = /^(?:[A-Z]\d?-)?((?:19|20)\d{2})-\d{1,6}$/u.exec(number)?.[1]
  return year !== undefined && Number(year) >= UNIQUE_SINCE ? `fr|${number}` : null
}

/** Gives the key of a regulations.gov document by its id there. */
export function regulationsGovKey(documentId: string): string {
  return `regulations-gov|${documentId}`
}

/**
 * Gives the key of a regulations.gov document with its stated number. The Federal Register names one such
 * document for each of its own. The two join if that document has no number, or the same number with another
 * day. They never join if the numbers differ.
 */
export function claimKey(documentId: string, number: string | null): string {
  return `${regulationsGovKey(documentId)}|${number ?? ''}`
}

/**
 * The same key before it has a number. Numbers are entered late, and then the stored document without one becomes the
 * numbered one.
 */
export function unnumberedKey(documentId: string): string {
  return `${regulationsGovKey(documentId)}|unnumbered`
}
