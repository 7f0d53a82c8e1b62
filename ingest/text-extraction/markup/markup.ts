import { Parser } from 'htmlparser2'
import { LegislogError } from '../../../schemas/errors.ts'

export type Attributes = Readonly<Record<string, string>>
export type MarkupHandler = {
  readonly open: (name: string, attributes: Attributes) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

/**
 * Reads XML from start to end and drops prefixes of names. Throws `record_unreadable` if the root is not closed,
 * because a truncated document would look like a short one.
 */
export function readXml(xml: string, handler: MarkupHandler): void {
  const open: string[] = []
  let roots = 0
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (open.length === 0) roots += 1
        open.push(name)
        refuseDeep(open.length)
        handler.open(localName(name), attributes)
      },
      onclosetag: (name) => {
        open.pop()
        handler.close(localName(name))
      },
      ontext: handler.text,
    },
    { xmlMode: true },
  )
  parser.write(xml)
  const unclosed = open.at(-1)
  if (unclosed !== undefined) throw new LegislogError('record_unreadable', `cut off within <${unclosed}>`)
  parser.end()
  if (roots === 0) throw new LegislogError('record_unreadable', 'it has no element')
}

/** Reads HTML as browsers do and supplies missing tags. Names are in lower case. */
export function readHtml(html: string, handler: MarkupHandler): void {
  let depth = 0
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1
      refuseDeep(depth)
      handler.open(name, attributes)
    },
    onclosetag: (name) => {
      depth -= 1
      handler.close(name)
    },
    ontext: handler.text,
  })
  parser.write(html)
  parser.end()
}

/** The parser is slower for deeper elements: a page of a megabyte took minutes. */
const DEEPEST = 2_000

function refuseDeep(depth: number): void {
  if (depth > DEEPEST)
    throw new LegislogError('record_unreadable', `elements are nested deeper than ${DEEPEST} levels`)
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
