import { createLines, tidyLine } from '../lines/lines.ts'
import type { Mark, MarkedText } from '../lines/marked-lines.ts'
import { type FractionPart, fractionPart, joinFractions } from './fractions.ts'
import { createMarkReader } from './html-marks.ts'
import { readHtml } from './markup.ts'

/**
 * Elements that belong to the site and not to the bill. A form is not in the list, because many sites wrap the whole
 * page in one.
 */
const skipped = new Set([
  'head',
  'script',
  'style',
  'noscript',
  'template',
  'nav',
  'header',
  'footer',
  'aside',
  'button',
  'select',
  'textarea',
  'svg',
  'object',
  'iframe',
])
const siteRoles = new Set(['navigation', 'banner', 'contentinfo', 'search', 'complementary'])
// biome-ignore format: the formatter puts each name on a line of its own, more than 40 for one list of words
const inline = new Set([
  'a', 'abbr', 'b', 'bdi', 'bdo', 'big', 'cite', 'code', 'del', 'dfn', 'em', 'font', 'i', 'img', 'ins', 'kbd', 'mark',
  'q', 's', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'tt', 'u', 'var', 'wbr', 'o:p', 'st1:place', 'label',
  'caml:fraction', 'caml:numerator', 'caml:denominator', 'math', 'mrow', 'mfrac', 'mn', 'mi', 'mo', 'mstyle', 'semantics',
])
const cells = new Set(['td', 'th'])
/** Elements that only a margin separates on the page. */
const SPACED = /(?:margin|padding)-right/iu

type Part = {
  readonly is_skipped: boolean
  readonly is_main: boolean
  readonly is_preformatted: boolean
  readonly is_apart: boolean
  readonly mark: Mark
  /** Also null if nothing in the element is read. */
  readonly fraction: FractionPart
  readonly name: string
  children: number
}

const tidyPageLine = (line: string): string => tidyLine(joinFractions(line))

/**
 * Gives the lines of a page and its struck words. If a page marks its main part, only that part is read. Lines of
 * preformatted text stay lines.
 */
export function readPage(html: string): MarkedText {
  const everything = createLines(tidyPageLine)
  const main = createLines(tidyPageLine)
  const marks = createMarkReader()
  const path: Part[] = []
  let hasMain = false
  const targets = (part: Part | undefined) => (part?.is_main === true ? [everything, main] : [everything])

  readHtml(html, {
    open: (name, attributes) => {
      const { role = '', style = '', class: classes = '' } = attributes
      const outer = path.at(-1)
      const placeInMfrac = outer?.name === 'mfrac' ? outer.children : null
      if (outer !== undefined) outer.children += 1
      const isMain = outer?.is_main === true || name === 'main' || role === 'main'
      hasMain ||= isMain
      const isSkipped = outer?.is_skipped === true || skipped.has(name) || siteRoles.has(role)
      const part = {
        is_skipped: isSkipped,
        is_main: isMain,
        is_preformatted: outer?.is_preformatted === true || name === 'pre',
        is_apart: cells.has(name) || SPACED.test(style),
        mark: marks.markOf(name, attributes, outer?.mark ?? 'none'),
        fraction: isSkipped ? null : fractionPart(name, classes, placeInMfrac),
        name,
        children: 0,
      }
      for (const lines of targets(part)) {
        if (cells.has(name)) lines.text(' ')
        else if (!inline.has(name)) lines.end()
        if (part.fraction !== null) lines.text(part.fraction[0], part.mark)
      }
      path.push(part)
    },
    close: (name) => {
      const part = path.pop()
      for (const lines of targets(part)) {
        if (part?.fraction != null) lines.text(part.fraction[1], part.mark)
        if (part?.is_apart === true) lines.text(' ')
        if (cells.has(name)) continue
        if (!inline.has(name)) lines.end()
      }
    },
    text: (text) => {
      const part = path.at(-1)
      if (part?.name === 'style') marks.learn(text)
      if (part?.is_skipped === true) return
      for (const lines of targets(part)) {
        if (part?.is_preformatted !== true) lines.text(text, part?.mark)
        else {
          const [first = '', ...rest] = text.split('\n')
          lines.text(first, part.mark)
          for (const line of rest) {
            lines.end()
            lines.text(line, part.mark)
          }
        }
      }
    },
  })
  const found = main.marked()
  return hasMain && (found.lines.length > 0 || found.marked !== undefined) ? found : everything.marked()
}
