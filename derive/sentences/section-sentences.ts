import type { Section } from '../sections/section-tree.ts'
import { type Role, roleOfHeading, roleOfWords } from './line-role.ts'
import { type Level, lineStart } from './line-start.ts'
import type { Sentence } from './sentence.ts'
import { type Span, sentenceSpans } from './sentence-spans.ts'

/** The most characters of a sentence with its list. */
const MOST_CHARACTERS = 420

/** A longer line is a text whose lines were lost, with numbers of lines and heads of pages among its words. */
const LONGEST_LINE = 6_000

type Line = {
  readonly start: number
  readonly end: number
  readonly level: Level | null
  readonly role: Role
  readonly is_condition: boolean
}

/** Divides a section of the text into sentences, each with its role. Struck words are no part of any. */
export function sectionSentences(text: string, section: Section): Sentence[] {
  const lines = wholeLines(text, linesOf(text, section))
  const sentences: Omit<Sentence, 'place'>[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!
    const spans = sentenceSpans(text.slice(line.start, line.end))
    spans.forEach((found, place) => {
      const span = withoutLead(text, { start: line.start + found.start, end: line.start + found.end })
      const isLast = place === spans.length - 1
      const list = isLast ? listAfter(text, lines, index, span) : { ...span, lines: 0 }
      const words = wordsOf(text, list)
      const role = roleOfSentence(line.role, words)
      const { start, end } = list
      const { is_condition } = line
      sentences.push({ section, start, end, words, role, is_condition, is_whole: isWhole(words) })
      index += list.lines
    })
  }
  return sentences.map((sentence, place) => ({ ...sentence, place }))
}

/** `A new section of law reads as follows: A. It is unlawful …`: the words of the law follow the number of the section. */
const LEAD =
  /^.{0,400}?\b(?:to read(?: as follows)?|reads as follows|(?:amended|enacted|created|added|adding)[^.:]{0,60}as follows):\s+(?:["“]?(?:\d\d )?(?:Sec\. )?[\d.A-Z:-]+(?: ?- ?[\d.]+)*\.\s+){0,2}(?=\S)/su

/** The letter of an item that follows another one in its line: `C. A processor may buy …`. */
const LETTER = /^(?:\p{Lu}\.|\(\w{1,4}\))\s+(?=\p{Lu}[\p{Ll}\s])/u

/** A heading in capitals that was joined with the words below it. */
const HEAD =
  /^(?:\p{Lu}[\p{Lu}\d,;'’&/-]+\s+|A\s+|OF\s+){3,}(?=(?:(?:\p{Lu}\.|\(\w{1,4}\))\s+)?\p{Lu}[\p{Ll}\s])/u

function withoutLead(text: string, { start, end }: Span): Span {
  const lead = LEAD.exec(text.slice(start, end))?.[0] ?? ''
  const head = HEAD.exec(text.slice(start + lead.length, end))?.[0] ?? ''
  const begins = start + lead.length + head.length
  const letter = LETTER.exec(text.slice(begins, end))?.[0] ?? ''
  return begins + letter.length < end ? { start: begins + letter.length, end } : { start, end }
}

/** Among findings, a sentence may say what the bill does. */
function roleOfSentence(ofLine: Role, words: string): Role {
  if (ofLine !== 'law' && ofLine !== 'findings' && ofLine !== 'purpose') return ofLine
  const own = roleOfWords(words)
  return ofLine === 'findings' && own !== 'purpose' ? 'findings' : own
}

export const wordsOf = (text: string, { start, end }: { start: number; end: number }): string =>
  text.slice(start, end).replace(/\s+/gu, ' ').trim()

const isWhole = (words: string): boolean => /[.!?]["”’')\]]*$/u.test(words)
const OPEN = /(?:[—:–-]|,|;|\b(?:and|or|shall|to|by|that|the following))$/iu
/** After these words the text of another law follows, not a list. */
const LAW_FOLLOWS = /(?:to read|as follows|the following)[^.]{0,30}[:—]$/iu

/** Adds the lines of a list to its lead-in, as far as they are short together. */
function listAfter(
  text: string,
  lines: readonly Line[],
  index: number,
  span: { start: number; end: number },
): { start: number; end: number; lines: number } {
  const tail = text.slice(Math.max(span.start, span.end - 60), span.end).trimEnd()
  if (!OPEN.test(tail) || LAW_FOLLOWS.test(tail)) return { ...span, lines: 0 }
  let fits = { ...span, lines: 0 }
  const lists: ReadonlySet<Role> =
    roleOfWords(wordsOf(text, span)) === 'purpose'
      ? new Set(['law', 'purpose', 'findings'])
      : new Set(['law'])
  for (let next = index + 1; next < lines.length; next += 1) {
    const line = lines[next]!
    if (line.end - span.start > MOST_CHARACTERS || !lists.has(line.role)) break
    if (line.level === lines[index]!.level && line.level !== null) break
    fits = { start: span.start, end: line.end, lines: next - index }
    if (isWhole(text.slice(line.start, line.end).trimEnd())) break
  }
  return fits
}

/** Joins lines of a sentence that an extractor has cut: the first has no end, and the next begins with a small letter. */
function wholeLines(text: string, lines: readonly Line[]): Line[] {
  const whole: Line[] = []
  for (const line of lines) {
    const before = whole.at(-1)
    if (before !== undefined && goesOn(text, before, line))
      whole[whole.length - 1] = { ...before, end: line.end }
    else whole.push(line)
  }
  return whole
}

const goesOn = (text: string, before: Line, { start, level }: Line): boolean =>
  level === null &&
  /[\p{L}\p{N},]$/u.test(text.slice(before.end - 20, before.end).trimEnd()) &&
  /^\p{Ll}{2,}\b/u.test(text.slice(start, start + 40))

/** Roles pass on to the items below a line, and from a heading to the whole section. */
function linesOf(text: string, section: Section): Line[] {
  let ofHeading = section.heading === null ? 'law' : roleOfHeading(section.heading)
  let inherited: { role: Role; level: Level | null } | undefined
  let conditions: { level: Level | null } | undefined
  return section.paragraphs.flatMap(({ start, end }) => {
    if (start >= end || end - start > LONGEST_LINE) return []
    const whole = text.slice(start, end)
    const { level, length } = lineStart(whole, section.heading)
    const lead = whole.slice(0, length)
    const is_condition = conditions !== undefined && level !== null && level !== conditions.level
    if (!is_condition)
      conditions = LEADS_TO_CONDITIONS.test(whole.slice(-READ_CHARACTERS)) ? { level } : undefined
    const own = strongest([roleOfWords(whole), roleOfHeading(catchlineOf(lead, whole, length))])
    if (inherited !== undefined && (level === null || level !== inherited.level)) {
      return [{ start: start + length, end, level, role: inherited.role, is_condition }]
    }
    inherited = passesOn(own, whole) ? { role: own === 'purpose' ? 'findings' : own, level } : undefined
    const role = ofHeading === 'law' || own === 'furniture' ? own : ofHeading
    // A short act may have its law right after its title, in the same section.
    if (own === 'formal' && SHORT_TITLE.test(section.heading ?? '')) ofHeading = 'law'
    return [{ start: start + length, end, level, role, is_condition }]
  })
}

const READ_CHARACTERS = 160
/** `The presumption does not apply if any of the following is true:` */
const LEADS_TO_CONDITIONS = /\b(?:if|unless|when|whenever)(?:\s[^.;:]{0,80})?[:—–]\s*$/iu

const SHORT_TITLE = /\btitles?\b/iu

const strongest = ([first, second]: readonly [Role, Role]): Role => (first === 'law' ? second : first)

/** The heading inside a line: `Findings.—`, `DEFINITIONS.`, or a line that is only a heading. */
function catchlineOf(lead: string, whole: string, length: number): string {
  const rest = whole.slice(length)
  const heading = /^[\p{Lu}\d][^.:]{2,60}[.:](?=\s|\(|$)/u.exec(rest)?.[0] ?? ''
  const isTitle = heading !== '' && !/\b(?:shall|must|may|is|are)\b/iu.test(heading)
  const isHeadingOnly = rest.length < 70 && rest === rest.toUpperCase()
  return `${lead.replace(/^\W*(?:sec(?:tion)?|§)?\W*/iu, '')} ${isTitle || isHeadingOnly ? heading || rest : ''}`.trim()
}

const passesOn = (role: Role, whole: string): boolean =>
  (role === 'findings' || role === 'purpose' || role === 'definition') &&
  (/[:—–]\s*$/u.test(whole) ||
    /definitions?|findings?|apply throughout|as used in/iu.test(whole.slice(0, 120)))
