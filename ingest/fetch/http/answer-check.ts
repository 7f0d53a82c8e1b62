import { isDeeperThan } from '../../../runtime/json/json-depth.ts'
import { gunzip } from '../../files/gzip.ts'
import type { Download } from '../../source-interface/feed.ts'

/** Describes the fault of a body that is complete by HTTP, or gives null. */
export async function faultOf(expects: Download['expects'], body: Buffer): Promise<string | null> {
  if (expects === 'any') return null
  if (body.length === 0) return 'is empty'
  switch (expects) {
    case 'json':
      return faultOfJson(textOf(body))
    case 'xml':
      return isPage(body) ? PAGE : faultOfXml(textOf(body))
    case 'yaml':
    case 'csv':
    case 'text':
      return isPage(body) ? PAGE : null
    case 'html':
      return isPage(body) || /<\w/u.test(startOf(body)) ? null : 'is no HTML'
    case 'zip':
      return faultOfZip(body)
    case 'gzip':
      return await faultOfGzip(body)
    case 'pdf':
      return body.subarray(0, 1024).includes('%PDF-') ? null : pageOr(body, 'is no PDF')
  }
}

const PAGE = 'is a web page'
const START_BYTES = 2_048

function startOf(body: Buffer): string {
  return textOf(body.subarray(0, START_BYTES)).trimStart()
}

/** Decodes the encodings that publishers use. For a look at its shape, a wrong decoding of others is good enough. */
function textOf(body: Buffer): string {
  if (body[0] === 0xff && body[1] === 0xfe) return body.subarray(2).toString('utf16le')
  const text = body.toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

const isPage = (body: Buffer): boolean =>
  /^(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/iu.test(startOf(body))

const pageOr = (body: Buffer, what: string): string => (isPage(body) ? PAGE : what)

/** No answer of a publisher is nested as deeply as this. */
const DEEPEST_JSON = 500

function faultOfJson(text: string): string | null {
  if (isDeeperThan(DEEPEST_JSON, text)) return `is JSON nested deeper than ${DEEPEST_JSON} levels`
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    if (/^\s*</u.test(text)) return PAGE
    return `is no JSON: ${(error as Error).message.slice(0, 100).toWellFormed()}`
  }
}

/** Checks only that the body begins with an element and ends with the same element, so that it is complete. */
function faultOfXml(text: string): string | null {
  const head = PROLOG.exec(text)?.[0] ?? ''
  const root = /^<([^\s/>!?]+)/u.exec(text.slice(head.length))?.[1]
  if (root === undefined) return 'is no XML'
  const end = text.slice(-END_CHARACTERS).replace(/(?:\s|<!--(?:(?!-->)[\s\S])*-->|<\?[^>]*\?>)+$/u, '')
  const closing = /<\/([^\s<>]+)\s*>$/u.exec(end)?.[1]
  const isOneEmptyElement = end.endsWith('/>') && text.lastIndexOf('<') === head.length
  return closing === root || isOneEmptyElement ? null : 'ends before its end'
}

const END_CHARACTERS = 4_096
const PROLOG = /^(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>)*/iu

const END_OF_DIRECTORY = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const LONGEST_COMMENT_BYTES = 65_557

function faultOfZip(body: Buffer): string | null {
  if (body[0] !== 0x50 || body[1] !== 0x4b) return pageOr(body, 'is no zip')
  return body.subarray(-LONGEST_COMMENT_BYTES).includes(END_OF_DIRECTORY) ? null : 'ends before its end'
}

async function faultOfGzip(body: Buffer): Promise<string | null> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return pageOr(body, 'is no gzip')
  try {
    for await (const _part of gunzip(whole(body))) {
      // Only checks that it is complete.
    }
    return null
  } catch (error) {
    return `is a broken gzip: ${(error as Error).message}`
  }
}

async function* whole(body: Buffer): AsyncGenerator<Buffer> {
  yield body
}
