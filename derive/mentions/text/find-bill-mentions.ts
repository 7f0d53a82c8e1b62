import { isNoBill } from './no-bill.ts'
import type { Span } from './span.ts'

export type BillMention = Span & {
  readonly congress: number
  /** `HR 5122`, `SJRES 7`; of a law `PL 109-58`. */
  readonly identifier: string
  /** The words of the mention. */
  readonly words: string
}

/**
 * A letter before would make it another word: `U.S. 5`, `Form-S. 5`. A small letter before `H.R.` is a space that was
 * forgotten: `BillH.R. 3058`.
 */
const BEFORE = String.raw`(?<![A-Z0-9&][.-]?|[a-z][-])(?<!\b[A-Z]\.\s?)`
const AFTER_NUMBER = String.raw`(?![0-9A-Za-z%°]|[-–—.,]\d{3}\b(?!\d)(?=,\d{3})|\.\d)`
const NUMBER = String.raw`(?<number>\d{1,5})${AFTER_NUMBER}`
const NO = String.raw`(?:\s?(?:No\.?|#|Bill|bill|Number))?`

/** Types of bills with the letters that print them. `S` alone is the only one that is also another word. */
const TYPES: readonly (readonly [type: string, letters: string])[] = [
  ['HCONRES', String.raw`H\.?\s?(?:Con\.?\s?Res|CON\.?\s?RES|C\.?\s?Res|C\.R)\.?`],
  ['SCONRES', String.raw`S\.?\s?(?:Con\.?\s?Res|CON\.?\s?RES|C\.?\s?Res|C\.R)\.?`],
  ['HJRES', String.raw`H\.?\s?J\.?\s?(?:Res|RES|R)\.?`],
  ['SJRES', String.raw`S\.?\s?J\.?\s?(?:Res|RES|R)\.?`],
  ['HRES', String.raw`H\.?\s?(?:Res|RES)\.?`],
  ['SRES', String.raw`S\.?\s?(?:Res|RES)\.?`],
  ['HR', String.raw`(?:H\.?\s?R|H\.\s?r|h\.\s?r)\.?-?`],
  ['S', String.raw`S\.?`],
]

const PATTERN = new RegExp(
  TYPES.map(
    ([type, letters]) => `${BEFORE}(?<${type}>${letters})${NO}\\s*${NUMBER.replace('number', `of${type}`)}`,
  ).join('|'),
  'gu',
)

/** Further numbers of one list: `H.R. 5122, 5631 and 2863`. Each of them ends an item of the list. */
const NEXT_IN_LIST =
  /(?:\s*,\s*(?:and\s+|&\s*)?|\s+and\s+|\s*&\s*|\s*\/\s*)(?<number>\d{1,5})(?=\s*(?:[,;/)\]&]|\.(?:\s|$)|$|\s+and\s+(?:\d|[HS]\.?\s?[RJ]?)))/uy
/** `H.R. 3001-3005`, `S. 1 through S. 5`. */
const RANGE =
  /\s*(?:[-–—]|to|through|thru)\s*(?:[HS]\.?\s?(?:R\.?)?\s?)?(?<number>\d{1,5})(?![\dA-Za-z%.]|[-–—]\d)/uy
const LONGEST_RANGE = 20
/** A number of a list that looks like a year is a year: `S. 5, 2006 and later`. */
const YEAR = /^(?:19|20)\d{2}$/u
const LAW =
  /(?<![A-Za-z])(?:P\.?\s?L\.?|Pub\.?\s?L\.?|Public\s+Laws?)\s*(?:No\.?s?\.?\s*)?(?<congress>\d{2,3})\s?[-–—]\s?(?<number>\d{1,3})(?![\d])/gu
/** `(109th Congress)` directly behind the number, or `(110th)`. */
const NAMED_CONGRESS =
  /^\s*[,(]?\s*(?:of|in|from)?\s*(?:the\s+)?(?<congress>\d{2,3})(?:st|nd|rd|th)(?:\s+Cong(?:ress|\.)?|\s*\))/iu

const FIRST_YEAR = 1789
/** Every Congress has two years and begins in an odd one. */
export const congressOfYear = (year: number): number => Math.floor((year - FIRST_YEAR) / 2) + 1

/**
 * Finds the bills of Congress that a text names by their numbers. The Congress is the one of the year of the filing,
 * unless it is printed behind the number. Titles without numbers, sections, streets and companies are none.
 */
export function findBillMentions(text: string, year: number): BillMention[] {
  const congress = congressOfYear(year)
  const found: BillMention[] = []
  let listedTo = 0
  for (const match of text.matchAll(PATTERN)) {
    if (match.index < listedTo) continue
    const [type] = TYPES.find(([name]) => match.groups![name] !== undefined)!
    const printed = match.groups![`of${type}`]!
    const span = { start: match.index, end: match.index + match[0].length }
    if (isNoBill(text, span, { type, number: printed, letters: match.groups![type]! })) continue
    const named = NAMED_CONGRESS.exec(text.slice(span.end, span.end + 40))?.groups?.congress
    const of = named === undefined ? congress : Number(named)
    found.push(mention(text, span, of, `${type} ${Number(printed)}`))
    const further = furtherOf(text, span.end, { type, congress: of, first: Number(printed) })
    found.push(...further)
    listedTo = further.at(-1)?.end ?? span.end
  }
  for (const match of text.matchAll(LAW)) {
    const span = { start: match.index, end: match.index + match[0].length }
    const of = Number(match.groups!.congress)
    found.push(mention(text, span, of, `PL ${of}-${Number(match.groups!.number)}`))
  }
  return found.sort((a, b) => a.start - b.start || (a.identifier < b.identifier ? -1 : 1))
}

const mention = (text: string, { start, end }: Span, congress: number, identifier: string): BillMention => ({
  start,
  end,
  congress,
  identifier,
  words: text.slice(start, end),
})

/** The rest of a list or of a range that begins with a number. */
function furtherOf(
  text: string,
  from: number,
  { type, congress, first }: { readonly type: string; readonly congress: number; readonly first: number },
): BillMention[] {
  const further: BillMention[] = []
  RANGE.lastIndex = from
  const range = RANGE.exec(text)
  const last = Number(range?.groups?.number)
  if (
    range !== null &&
    last > first &&
    last - first < LONGEST_RANGE &&
    range.groups!.number!.length >= String(first).length
  ) {
    const span = { start: from, end: from + range[0].length }
    for (let number = first + 1; number <= last; number++)
      further.push(mention(text, span, congress, `${type} ${number}`))
    return further
  }
  let end = from
  for (;;) {
    NEXT_IN_LIST.lastIndex = end
    const next = NEXT_IN_LIST.exec(text)
    const number = next?.groups?.number
    if (next === null || number === undefined || YEAR.test(number)) return further
    const start = end + next[0].length - number.length
    end += next[0].length
    further.push(mention(text, { start, end }, congress, `${type} ${Number(number)}`))
  }
}
