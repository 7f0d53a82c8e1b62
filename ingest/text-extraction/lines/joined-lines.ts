import { tidyLine } from './lines.ts'

/** No author writes a paragraph this long. Another program has joined the lines of a text. */
const LONGEST_LINE = 6_000

const ENUMERATOR = String.raw`\((?:\d{1,3}|\p{Ll}{1,2}|[ivx]{1,6}|\p{Lu}{1,2})\)`
/** What can only begin a line, after the end of a sentence or of an item, with a space or glued to it. */
const AFTER_END = String.raw`["“]?(?:(?:SECTION|Section|SEC\.|Sec\.)\s?\d{1,3}\p{Lu}?\.\s|${ENUMERATOR})`
/** `A. The Compact`, `b. The program`, `2. Hold`, after the end of a sentence of more than initials. */
const LETTERED = String.raw`(?:\p{L}|\d{1,2})\.\s(?=\p{Lu})`
/** What begins a line wherever it stands. */
const ANYWHERE = String.raw`["“]?(?:ARTICLE\s[IVXL]+\b|§\s?-\d+\p{Lu}?\b)|BE IT ENACTED\b|Be it enacted by\b|A BILL FOR AN ACT\b|INTRODUCED BY:|Report Title:|(?<!General )Description:|The summary description of legislation appearing|LONG TITLE|(?:General Description|Highlighted Provisions|This bill|Money Appropriated in this Bill|Other Special Clauses|Utah Code Sections Affected|(?:Chief|House|Senate) Sponsor):`
const BEGINS = new RegExp(
  String.raw`(?<=[.:;—]["”]?\s?|;\s?(?:and|or)\s?)(?=${AFTER_END})|(?<=[\p{Ll})]["”]?[.;:]\s)(?=${LETTERED})|(?=(?:${ANYWHERE}))`,
  'gu',
)
/** `(a)the` */
const GLUED = new RegExp(String.raw`^((?:${ENUMERATOR})+)(?=[\p{L}\p{N}"“])`, 'u')

/**
 * Divides the lines that another program has joined, at the marks that begin a section, an article, an item or a part of the
 * head. Only spaces change. Other lines stay as they are.
 */
export const dividedLines = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => (line.length > LONGEST_LINE ? divided(line) : [line]))

function divided(line: string): string[] {
  const starts = [0, ...[...line.matchAll(BEGINS)].map(({ index }) => index)]
  return starts
    .map((start, index) => tidyLine(line.slice(start, starts[index + 1])).replace(GLUED, '$1 '))
    .filter((part) => part !== '')
}
