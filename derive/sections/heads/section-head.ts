import { NUMBER, type SectionNumber, sectionNumber } from './section-number.ts'

/** The first line of a section, as `SEC. 2. DEFINITIONS.` or `* Sec. 3. AS 08.01.065 is amended to read:`. */
export type SectionHead = {
  readonly number: SectionNumber
  /**
   * How the number is printed. Sections of a bill are printed alike; sections of law that it quotes are printed
   * otherwise, such as `SECTION 1` without a dot, or `§ 1223.`.
   */
  readonly style: string
  /** The words after the number. */
  readonly rest: string
}

/**
 * Before the word: a line number that was left in the text, a brace of a comparison, the asterisk of Alaska, an arrow
 * of Kentucky, `NEW SECTION.` of Washington, `New` of Kansas.
 */
const BEFORE = String.raw`(?:\d{1,3} )?\{?(?<sign>\* ?)?[➔→]?\s?(?:NEW SECTION\.\s*|New\s)?`
const WORD = String.raw`(?<word>SECTION|Section|SEC\.|Sec\.|SECCIÓN|Sección|ARTÍCULO|Artículo|§)`
const HEAD = new RegExp(
  String.raw`^${BEFORE}${WORD}\s?(?<number>${NUMBER})(?<end>\.-|[.:]|\s?[—–]|$)(?<rest>.*)$`,
  'u',
)

export function sectionHead(line: string): SectionHead | null {
  const { sign, word, number, end, rest } = HEAD.exec(line)?.groups ?? {}
  if (word === undefined || number === undefined || rest === undefined) return null
  // `Sec. 12.3` goes on: it is a number of a code.
  if (/^\d/u.test(rest)) return null
  return {
    number: sectionNumber(number),
    style: `${sign === undefined ? '' : '*'}${styleOf(word)}${end === '' ? '' : '.'}`,
    rest: rest.trim(),
  }
}

/** `SECTION 1.` and `SEC. 2.` are one style, and so are `Section 1.` and `Sec. 2.` */
function styleOf(word: string): string {
  if (word === '§') return '§'
  const isArticle = /^art/iu.test(word)
  const isCapitals = !/\p{Ll}/u.test(word)
  return isArticle ? (isCapitals ? 'ARTICLE' : 'article') : isCapitals ? 'SECTION' : 'section'
}
