import { isWebLink } from '../../../schemas/values/web-link.ts'
import { asFields, type Fields, invalid, listOf, nullableText, textOf } from '../records/fields.ts'
import { publishedDay } from './published-day.ts'
import { publisherOf } from './publishers.ts'
import { modelLines } from './text/model-lines.ts'

/** A text of a model as a collection has it. */
export type CollectedText = {
  readonly title: string
  readonly publisher: string
  readonly url: string | null
  readonly published_on: string | null
  readonly family: string | null
  /** The whole document. */
  readonly original: string
  readonly lines: readonly string[]
  /** The collection, so that two of them may have the same text. */
  readonly collection: string
}

/** A record of a file. `read` gives the text, or a few words on why it is none; it throws `record_invalid`. */
export type Listed = {
  readonly record: string
  readonly fields: Fields
  readonly read: () => CollectedText | string
}

const ALEC = 'American Legislative Exchange Council'

/** Finds the texts of a file, whichever layout it has. Throws `record_invalid` if it has none that is known. */
export function* listedTexts(root: Fields, name: string): Generator<Listed> {
  if ('bills' in root) {
    for (const [index, fields] of listOf(root, 'bills').entries()) {
      yield { record: `${name}#${index + 1}`, fields, read: () => readExposed(fields) }
    }
  } else if ('texts' in root) {
    for (const [index, fields] of listOf(root, 'texts').entries()) {
      yield { record: `${name}#${index + 1}`, fields, read: () => readOwn(fields) }
    }
  } else if (isLabeled(root)) {
    for (const [number, value] of Object.entries(root)) {
      const fields = asFields(value, number)
      yield { record: `${name}#${number}`, fields, read: () => readLabeled(fields) }
    }
  } else yield { record: name, fields: root, read: () => readOwn(root) }
}

const isLabeled = (root: Fields): boolean =>
  Object.keys(root).length > 0 && Object.keys(root).every((name) => /^\d+$/u.test(name))

/** `alec-exposed`: bills of ALEC, each with what its authors wrote above and below it. */
function readExposed(fields: Fields): CollectedText {
  const title = textOf(fields, 'billId')
    .replace(/\s+Exposed\s*$/u, '')
    .trim()
  const original = textOf(fields, 'billText')
  const { lines, notes } = modelLines(original)
  return {
    title,
    publisher: ALEC,
    url: null,
    family: null,
    collection: 'alec-exposed',
    published_on: publishedDay(notes),
    original,
    lines,
  }
}

/** `dssg-lid`: pages of publishers among bills of legislatures, by address. */
function readLabeled(fields: Fields): CollectedText | string {
  const url = textOf(fields, 'url').trim()
  const original = textOf(fields, 'text')
  const publisher = publisherOf(url)
  if (publisher === null) return 'not at the address of a publisher of models: a bill or a law'
  const { lines, notes } = modelLines(original)
  return {
    title: titleOfPage(original, url),
    publisher,
    url,
    family: null,
    collection: 'dssg-lid',
    published_on: publishedDay(notes),
    original,
    lines,
  }
}

/** `The Title - ALEC - …` on top of a page, else the words of its address. */
function titleOfPage(page: string, url: string): string {
  const head = /^\s*(\S[^\n]*?)\s+-\s+ALEC\b/u.exec(page)?.[1]
  if (head !== undefined) return head
  const name = new URL(url).pathname.split('/').findLast((part) => part !== '') ?? url
  return decodeURIComponent(name)
    .replace(/\.\w+$/u, '')
    .replace(/^\w{3}-/u, '')
    .replace(/_?Exposed$/u, '')
    .replace(/[_-]+/gu, ' ')
    .trim()
}

/** The layout of legislog, for a library of your own. */
function readOwn(fields: Fields): CollectedText {
  const url = nullableText(fields, 'url')
  if (url !== null && !isWebLink(url)) throw invalid('url', url, 'a web address')
  const published_on = nullableText(fields, 'published_on')
  if (published_on !== null && !/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/u.test(published_on))
    throw invalid('published_on', published_on, 'YYYY, YYYY-MM or YYYY-MM-DD')
  const original = textOf(fields, 'text')
  return {
    title: textOf(fields, 'title'),
    publisher: textOf(fields, 'publisher'),
    url,
    published_on,
    family: nullableText(fields, 'family'),
    collection: 'own',
    original,
    lines: modelLines(original).lines,
  }
}
