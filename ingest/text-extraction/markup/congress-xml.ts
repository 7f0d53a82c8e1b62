import { createLines, type Lines } from '../lines/lines.ts'
import {
  bigLevels,
  blocks,
  cells,
  contentElements,
  headingElements,
  levels,
  numberElements,
  quoted,
  skipped,
} from './congress-elements.ts'
import { type Attributes, readXml } from './markup.ts'

type Element = { readonly name: string; readonly attributes: Attributes; readonly is_skipped: boolean }

/**
 * Gives the lines of a bill, resolution, engrossed amendment or public law of Congress, with the words of the printed
 * version. The old DTDs leave `SEC.`, `TITLE` and quotation marks to the printer. Struck text is no longer part of
 * the measure.
 */
export function linesOfCongress(xml: string): string[] {
  const lines = createLines()
  const path: Element[] = []
  const within = (names: ReadonlySet<string>): Element | undefined =>
    path.findLast(({ name }) => names.has(name))
  const isUslm = (): boolean => path[0]?.attributes.xmlns?.includes('uslm') === true

  readXml(xml, {
    open: (name, attributes) => {
      const outer = path.at(-1)
      const element = {
        name,
        attributes,
        is_skipped: outer?.is_skipped === true || isSkipped(name, attributes),
      }
      path.push(element)
      if (!element.is_skipped) open(lines, element, outer, isUslm())
    },
    close: (name) => {
      const element = path.pop()
      if (element === undefined || element.is_skipped) return
      close(lines, name, path.at(-1), within(bigLevels), isUslm())
    },
    text: (text) => {
      const element = path.at(-1)
      if (element === undefined || element.is_skipped) return
      lines.text(numberElements.has(element.name) ? printedNumber(text, element, path) : text)
    },
  })
  return lines.all().map((line) => line.replace(AFTER_HEADING, '—'))
}

/** The dash after a heading is printed without a space, but in the file the words after it often begin with one. */
const AFTER_HEADING = /(?<=\.|^\p{Lu}\p{L}+ [\p{L}\p{N}-]+)— (?=\S)/u

function isSkipped(name: string, { changed, role }: Attributes): boolean {
  return skipped.has(name) || changed === 'deleted' || (name === 'note' && role === 'coverPage')
}

function open(lines: Lines, { name }: Element, outer: Element | undefined, isUslm: boolean): void {
  if (levels.has(name) || bigLevels.has(name) || blocks.has(name)) lines.end()
  else if (name === 'quoted-block') {
    lines.end()
    lines.lead('“')
  } else if (name === 'after-quoted-block') {
    lines.reopen()
    lines.text('”')
  } else if (quoted.has(name) && !isUslm) lines.text('“')
  else if (name === 'br') lines.end()
  else if (contentElements.has(name) && outer !== undefined && bigLevels.has(outer.name)) lines.text(' ')
}

function close(
  lines: Lines,
  name: string,
  outer: Element | undefined,
  big: Element | undefined,
  isUslm: boolean,
): void {
  const isBig = outer !== undefined && outer === big
  if (name === 'quotedContent') lines.reopen()
  else if (levels.has(name) || bigLevels.has(name) || blocks.has(name)) lines.end()
  else if (name === 'after-quoted-block') lines.end()
  else if (quoted.has(name) && !isUslm) lines.text('”')
  else if (headingElements.has(name)) {
    if (isBig) lines.end()
    else lines.text(isUslm ? ' ' : '.—')
  } else if (contentElements.has(name) && (isBig || outer?.name === 'quoted-block')) lines.end()
  else if (numberElements.has(name) || cells.has(name)) lines.text(' ')
  else if (name === 'docNumber') lines.end()
}

const CAPITALISED = /^./u

/** `2.` of a section is printed `SEC. 2.`, and `I` of a title `TITLE I—`. USLM includes these words. */
function printedNumber(text: string, element: Element, path: readonly Element[]): string {
  const level = path.at(-2)
  if (element.name !== 'enum' || level === undefined || text.trim() === '') return text
  if (level.name === 'section') {
    const block = path.findLast(({ name }) => name === 'quoted-block')
    if (block?.attributes.style === 'USC') return `§ ${text}`
    return level.attributes['section-type'] === 'section-one' ? `Section ${text}` : `Sec. ${text}`
  }
  if (!bigLevels.has(level.name) || level.name.startsWith('appropriations')) return text
  return `${level.name.replace(CAPITALISED, (letter) => letter.toUpperCase())} ${text.trim()}—`
}
