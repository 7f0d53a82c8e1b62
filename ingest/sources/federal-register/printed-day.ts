import { dayOf } from '../../../schemas/values/calendar-day.ts'
import { invalid } from '../records/fields.ts'
import { childrenOf, type Node, textOfNode } from './xml-nodes.ts'

/** A document in the daily issue, with its pages. */
export type Printed = {
  readonly kind: string
  readonly node: Node
  readonly start_page: number | null
  readonly end_page: number | null
}

export type Issue = {
  /** YYYY-MM-DD */
  readonly publication_date: string
  readonly volume: string
  readonly documents: readonly Printed[]
}

const COVER = new Set(['TITLE3', 'PRES'])
const KINDS = new Set(['RULE', 'PRORULE', 'NOTICE', 'PRESDOCU'])

/** Gives the documents of one day in the order of print. Throws `record_invalid` if the day is missing. */
export function issueOf(root: Node): Issue {
  const printed = textOfNode(childrenOf(root, 'DATE')[0] ?? root)
  const publicationDate = dayInWords(printed)
  if (publicationDate === null) throw invalid('DATE', printed.slice(0, 80), 'a date')
  const volume = childrenOf(root, 'VOL').map(textOfNode)[0] ?? ''
  return { publication_date: publicationDate, volume, documents: documentsIn(root) }
}

function documentsIn(root: Node): Printed[] {
  const documents: Printed[] = []
  let page: number | null = null
  let start: number | null | undefined
  const walk = (node: Node, isCover = false) => {
    if (node.tag === 'PRTPAGE') {
      const number = Number(node.attributes.P)
      if (Number.isSafeInteger(number)) page = number
      return
    }
    // The first words of a document are on the current page. The lines before a presidential document (`Title
    // 3`, `The President`) are the cover of its part.
    if (node.tag === '' && node.text.trim() !== '' && start === undefined && !isCover) start = page
    if (!KINDS.has(node.tag)) {
      for (const child of node.children) walk(child, isCover || COVER.has(node.tag))
      return
    }
    start = undefined
    for (const child of node.children) walk(child)
    documents.push({ kind: node.tag, node, start_page: start ?? null, end_page: page })
  }
  walk(root)
  return documents
}

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'
const DAY = new RegExp(`\\b(${MONTHS})\\s+(\\d{1,2}),\\s+(\\d{4})\\b`, 'u')

/** `Friday, April 15, 2016` */
function dayInWords(text: string): string | null {
  const match = DAY.exec(text)
  if (match === null) return null
  const month = MONTHS.split('|').indexOf(match[1]!) + 1
  return dayOf(`${match[3]}-${String(month).padStart(2, '0')}-${match[2]!.padStart(2, '0')}`)
}

const EFFECTIVE = new RegExp(
  `\\beffective(?:\\s+dates?)?\\s*(?::|on|is|as of)?\\s*((?:${MONTHS})\\s+\\d{1,2},\\s+\\d{4})`,
  'iu',
)

/**
 * Gives the day on which a rule takes effect if DATES states it in the usual words: the words, and the day if they
 * name one.
 */
export function effectiveDay(dates: string): { readonly printed: string | null; readonly day?: string } {
  const printed = EFFECTIVE.exec(dates)?.[1] ?? null
  const day = printed === null ? null : dayInWords(printed)
  return { printed, ...(day !== null && { day }) }
}
