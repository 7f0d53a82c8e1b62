import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { hasMoreThan } from '../../../runtime/json/count-marks.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { asFields, type Fields, looseText } from './fields.ts'

export type XmlLayout = {
  /** Elements that repeat. A single one is a list too. */
  readonly lists: ReadonlySet<string>
  /** Attributes become fields `@name`, the text beside them `#text`. Default: attributes are left out. */
  readonly attributes?: boolean
}

/** Creates a reader for one layout. Elements become fields, texts stay texts. */
export function xmlReader({ lists, attributes = false }: XmlLayout): (text: string) => Fields {
  const parser = new XMLParser({
    ignoreAttributes: !attributes,
    attributeNamePrefix: '@',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: true,
    isArray: (name) => lists.has(name),
  })
  return (text) => {
    return asFields(parseXml(parser, text), 'the document')
  }
}

/** A day of the Federal Register has about a hundred thousand. A parser takes 250 bytes for each. */
const MOST_ELEMENTS = 1_000_000
const MOST_ATTRIBUTES = 1_000_000
/** The parser compares each attribute of an element with those before it. */
const MOST_ATTRIBUTES_OF_ELEMENT = 100
const MANY_ATTRIBUTES = new RegExp(`(?:=\\s*["'][^<"']*["'][^<"'=]*){${MOST_ATTRIBUTES_OF_ELEMENT}}=`, 'u')

/** Counts before parsing. Tags in comments count too, so the number is never too low. */
function refuseBomb(text: string): void {
  const refuse = (most: number, what: string): never => {
    throw new LegislogError('record_unreadable', `the XML is refused: it has more than ${most} ${what}`)
  }
  // An element has one or two tags.
  if (hasMoreThan(2 * MOST_ELEMENTS, ['<'], text)) refuse(MOST_ELEMENTS, 'elements')
  if (hasMoreThan(MOST_ATTRIBUTES, ['="', "='"], text)) refuse(MOST_ATTRIBUTES, 'attributes')
  if (MANY_ATTRIBUTES.test(text)) refuse(MOST_ATTRIBUTES_OF_ELEMENT, 'attributes of one element')
}

/** Entities that name files or grow without end, and elements nested without end, are refused too: `record_unreadable`. */
export function parseXml(parser: XMLParser, text: string): unknown {
  refuseBomb(text)
  const fault = XMLValidator.validate(text)
  if (fault !== true)
    throw new LegislogError('record_unreadable', `no XML: ${fault.err.msg} (line ${fault.err.line})`)
  try {
    return parser.parse(text)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new LegislogError('record_unreadable', `no XML: ${message.slice(0, 200).toWellFormed()}`, { cause })
  }
}

/** Finds an element below others. An empty or missing one has no children. */
export function elementOf(fields: Fields, ...path: readonly string[]): Fields {
  let element: unknown = fields
  for (const name of path) {
    element = typeof element === 'object' && element !== null ? (element as Fields)[name] : undefined
  }
  return element === undefined || element === null || element === '' ? {} : asFields(element, path.join('/'))
}

/** Gives the items of a list from the first place that has some, because versions of the schema differ. */
export function itemsOf(fields: Fields, ...places: readonly string[]): readonly Fields[] {
  for (const place of places) {
    const path = place.split('/')
    const list = elementOf(fields, ...path.slice(0, -1))[path.at(-1)!]
    if (!Array.isArray(list)) continue
    const items = list.filter((item) => item !== '').map((item) => asFields(item, place))
    if (items.length > 0) return items
  }
  return []
}

/** Gives the text of an element that may have attributes; empty if it is missing. */
export function elementText(fields: Fields, name: string): string {
  const element = fields[name]
  return typeof element === 'object' && element !== null
    ? looseText(asFields(element, name), '#text')
    : looseText(fields, name)
}
