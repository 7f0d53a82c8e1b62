import { linesOfPlainText } from '../../../text-extraction/lines/plain-text.ts'
import { invalid } from '../../records/fields.ts'

/** A shorter text is a title, a notice or a list of links. */
const FEWEST_WORDS = 30

export type ModelLines = {
  /** The paragraphs of the model, without the page around it. */
  readonly lines: readonly string[]
  /** What the publisher wrote below it: who adopted it, and when. */
  readonly notes: string
}

/** Takes the model out of a document. Throws `record_invalid` if nothing of a bill remains. */
export function modelLines(document: string): ModelLines {
  const printed = document
    .replace(/\r\n?/gu, '\n')
    .split('\n')
    .filter((line) => line.trim() !== '' && !isPageLine(line.trim()))
  const body = printed.slice(firstLine(printed))
  const end = lastLine(body)
  const lines = linesOfPlainText(body.slice(0, end).join('\n'))
  checkWords(lines, document)
  return { lines, notes: body.slice(end).join(' ') }
}

/** Names of boxes of a page, and options of a PDF program. */
const PAGE_LINE =
  /^(?:user ?\d+|\w*(?:TopStamp|BrowseBar|SideBar\w*)|Footer|Highlight|Callout|Spare ?\d+|Text Box|\/[A-Z][\w-]*(?:\s+(?:true|false|\/?[\w.-]+|[([<].*))?|<<|>>|\[|\]|>>\s*set(?:distillerparams|pagedevice))$/u
const isPageLine = (line: string): boolean => PAGE_LINE.test(line)

const BEGINNING =
  /^(?:summary$|\{title,? enacting|be it (?:further )?(?:enacted|resolved)|whereas\b|section\s+1\b)/iu
const MODEL = /^model (?:legislation|policy)$/iu

/** Menus and a summary may stand above the model. */
function firstLine(lines: readonly string[]): number {
  const first = lines.findIndex((line) => BEGINNING.test(line.trim()))
  if (first === -1) return 0
  if (!/^summary$/iu.test(lines[first]!.trim())) return first
  const model = lines.findIndex((line, index) => index > first && MODEL.test(line.trim()))
  return model === -1 ? first + 1 : model + 1
}

const NOTE =
  /^(?:(?:jointly )?(?:adopted|approved|reapproved|re-approved) by\b|(?:ALEC['’]s )?(?:\d{4} )?sourcebook of american\b|ALEC['’]s Sourcebook|keyword tags\b|about members login|©)/iu
/** A note above this share of the lines is part of the model. */
const NOTES_FROM = 0.15

function lastLine(lines: readonly string[]): number {
  const from = Math.floor(lines.length * NOTES_FROM)
  const note = lines.findIndex((line, index) => index >= from && NOTE.test(line.trim()))
  return note === -1 ? lines.length : note
}

function checkWords(lines: readonly string[], document: string): void {
  const words = lines.flatMap((line) => line.split(/\s+/u)).filter((word) => /\p{L}/u.test(word))
  if (words.length < FEWEST_WORDS)
    throw invalid('text', document.trim(), `a bill: it has ${words.length} words, fewer than ${FEWEST_WORDS}`)
  const links = words.filter((word) => /^(?:https?|ftp):\/\//iu.test(word)).length
  if (links * 5 > words.length) throw invalid('text', document.trim(), 'a bill: it is a list of links')
}
