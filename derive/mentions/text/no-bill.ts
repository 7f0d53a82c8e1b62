import type { Span } from './span.ts'

/** Words that make a street or a company of the number before them. */
const STREET =
  /^\s+(?:[A-Z][\p{L}'.]*\s+){0,3}(?:Street|St\b\.?|Avenue|Ave\b\.?|Road|Rd\b\.?|Boulevard|Blvd\b\.?|Drive|Lane|Ln\b\.?|Highway|Hwy\b\.?|Parkway|Plaza|Square|Suite|Ste\b\.?|Floor)(?![\p{L}])/u
const COMPANY =
  /^\s+(?:[A-Z][\p{L}&'.]*\s+){0,2}(?:Corp|Corporation|Inc|Incorporated|LLC|LLP|Ltd|Co|Company|Partners|Group|Holdings|Industries|Capital)(?![\p{L}])/u
/** Words before `S` that make a name of it: `Class S 500`, `Route S 12`, `49 U.S.C. S 5`. */
const NAME_BEFORE =
  /(?:\b(?:Class|Series|Route|Schedule|Form|Type|Model|Grade|Chapter|Subchapter|Section|Sec\.?|Part|Title|Appendix|Exhibit|Highway|Room|Suite|Apt\.?|Box|Subpart)\s*|[§&#$]\s*|\b(?:\d+\s)?(?:U\.\s?S\.|C\.\s?F\.|N\.|E\.|W\.)\s*)$/u

type Printed = { readonly type: string; readonly number: string; readonly letters: string }

/** Numbers of bills end far below: the House had 20,000 bills in its busiest Congress, the Senate 5,000. */
const HIGHEST: Readonly<Record<string, number>> = { HR: 22_000, S: 6_000 }
const HIGHEST_RESOLUTION = 3_000

/** Says if a number behind the letters of a bill is none. */
export function isNoBill(text: string, { start, end }: Span, { type, number, letters }: Printed): boolean {
  const value = Number(number)
  if (value === 0 || value > (HIGHEST[type] ?? HIGHEST_RESOLUTION)) return true
  const before = text.slice(Math.max(0, start - 24), start)
  const after = text.slice(end, end + 60)
  if (NAME_BEFORE.test(before)) return true
  if (type !== 'S') return type === 'HR' && (/\d\s$/u.test(before) || /^\s*(?:hours?|hrs?\b)/iu.test(after))
  if (STREET.test(after) || COMPANY.test(after)) return true
  // Without a dot it needs two digits, or an end like that of a list.
  if (!letters.includes('.')) {
    const isGlued = text[start + 1] !== ' '
    if (isGlued && number.length < 3) return true
    if (number.length < 2 && !/^\s*(?:[,;:/)(]|[-–—]\s|$)/u.test(after)) return true
  }
  return false
}
