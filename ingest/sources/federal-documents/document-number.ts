/**
 * The number that the Federal Register gave a document. What others print as one is noisy: a label before it
 * (`FR Doc. 94- 28063`), a long dash (`98–16459`), two numbers, a page (`64FR18571`, and all that is digits alone), a part of
 * the Code. Only what can be one is taken.
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

/** The first year from which no number was given twice: until then only number and day together name a document. */
const UNIQUE_SINCE = 2016

/** The key under which a document is known whatever its day; null where its number alone does not name it. */
export function numberKey(number: string): string | null {
  const year = /^(?:[A-Z]\d?-)?((?:19|20)\d{2})-\d{1,6}$/u.exec(number)?.[1]
  return year !== undefined && Number(year) >= UNIQUE_SINCE ? `fr|${number}` : null
}

/** A document of regulations.gov by its id there. */
export function regulationsGovKey(documentId: string): string {
  return `regulations-gov|${documentId}`
}

/**
 * The same by what it says of its number. The Federal Register names one document of regulations.gov for each of its own:
 * that joins one without a number and one that has the same number with another day, and never one with another number.
 */
export function claimKey(documentId: string, number: string | null): string {
  return `${regulationsGovKey(documentId)}|${number ?? ''}`
}

/** The same while it has no number: numbers are entered late, and what was held without one becomes what has it. */
export function unnumberedKey(documentId: string): string {
  return `${regulationsGovKey(documentId)}|unnumbered`
}
