/**
 * Docket ids are printed as sentences: `Docket Nos. MC2024-151 and CP2024-157`, `Docket No. FMCSA-2023-0268 RIN
 * 2126-AC67`. This removes labels, splits lines with several ids, and separates RINs from dockets.
 */
export type Dockets = { readonly docket_ids: readonly string[]; readonly rins: readonly string[] }

const LABEL =
  /^(?:(?:airspace|agency|public)\s+)*(?:(?:dockets?|docs?)\b[.\s]*(?:id|identification)?\b[.\s]*(?:nos?|numbers?|#)?|(?:releases?|files?|investigations?|projects?)\s+(?:nos?|numbers?)|nos?)(?:\.|:|#|\s|$)+/iu
const RIN = /\bRINs?:?\s*(\d{4}-[A-Z]{2}\d{2})\b/giu
/** Text within parentheses is not split: (SummitMedia, LLC). */
const SEPARATOR = /(?:\s*[;,]\s*(?:and\s+)?|\s+and\s+|\s+&\s+)(?![^(]*\))/iu
/** Agency, year, number. Text after such an id on its line is a remark. */
const REGULATIONS_GOV = /^([A-Z]{2,}[A-Z0-9_]*(?:-[A-Z0-9_]+)*-(?:19|20)\d{2}-[A-Z0-9-]*\d)\s+\S/u

export function splitDocketIds(printed: readonly string[]): Dockets {
  const docketIds = new Set<string>()
  const rins = new Set<string>()
  for (const line of printed) {
    for (const match of line.matchAll(RIN)) rins.add(match[1]!.toUpperCase())
    for (const piece of line.replace(RIN, ' ').split(SEPARATOR)) {
      const id = withoutRemark(withoutLabel(piece.trim()))
      if (id !== '') docketIds.add(id)
    }
  }
  return { docket_ids: [...docketIds], rins: [...rins] }
}

/** A label is a word before the id. An id that looks like a label (`FR-6435-N-01`) has no space after it. */
function withoutLabel(text: string): string {
  const label = LABEL.exec(text)?.[0] ?? ''
  return /[a-z#]/iu.test(label) ? text.slice(label.length).trim() : text
}

const withoutRemark = (text: string): string =>
  REGULATIONS_GOV.exec(text)?.[1] ?? text.replace(/[.:;,]+$/u, '')
