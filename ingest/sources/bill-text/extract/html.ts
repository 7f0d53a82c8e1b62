import { createLines } from './lines.ts'
import { readHtml } from './markup.ts'

/** Of the site, not of the bill. A form is not: many sites wrap the whole page in one. */
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
// biome-ignore format: one name a line says nothing more
const inline = new Set([
  'a', 'abbr', 'b', 'bdi', 'bdo', 'big', 'cite', 'code', 'del', 'dfn', 'em', 'font', 'i', 'img', 'ins', 'kbd', 'mark',
  'q', 's', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'tt', 'u', 'var', 'wbr', 'o:p', 'st1:place', 'label',
])
const cells = new Set(['td', 'th'])
/** Set apart on the page by its margin alone. */
const SPACED = /(?:margin|padding)-right/iu

type Part = {
  readonly is_skipped: boolean
  readonly is_main: boolean
  readonly is_preformatted: boolean
  readonly is_apart: boolean
}

/** The lines of a page. Where a page says what its main part is, that alone. Lines of preformatted text stay lines. */
export function linesOfHtml(html: string): string[] {
  const everything = createLines()
  const main = createLines()
  const path: Part[] = []
  let has_main = false
  const targets = (part: Part | undefined) => (part?.is_main === true ? [everything, main] : [everything])

  readHtml(html, {
    open: (name, { role = '', style = '' }) => {
      const outer = path.at(-1)
      const is_main = outer?.is_main === true || name === 'main' || role === 'main'
      has_main ||= is_main
      const part = {
        is_skipped: outer?.is_skipped === true || skipped.has(name) || siteRoles.has(role),
        is_main,
        is_preformatted: outer?.is_preformatted === true || name === 'pre',
        is_apart: cells.has(name) || SPACED.test(style),
      }
      for (const lines of targets(part)) {
        if (cells.has(name)) lines.text(' ')
        else if (!inline.has(name)) lines.end()
      }
      path.push(part)
    },
    close: (name) => {
      const part = path.pop()
      for (const lines of targets(part)) {
        if (part?.is_apart === true) lines.text(' ')
        if (cells.has(name)) continue
        if (!inline.has(name)) lines.end()
      }
    },
    text: (text) => {
      const part = path.at(-1)
      if (part?.is_skipped === true) return
      for (const lines of targets(part)) {
        if (part?.is_preformatted !== true) lines.text(text)
        else {
          const [first = '', ...rest] = text.split('\n')
          lines.text(first)
          for (const line of rest) {
            lines.end()
            lines.text(line)
          }
        }
      }
    },
  })
  const found = main.all()
  return has_main && found.length > 0 ? found : everything.all()
}
