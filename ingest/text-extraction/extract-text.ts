import { LegislogError } from '../../schemas/errors.ts'
import { decodeText } from './lines/decode.ts'
import { splitExtracted } from './lines/extracted-head.ts'
import type { MarkedText } from './lines/marked-lines.ts'
import { placeholderIn } from './lines/placeholder.ts'
import { linesOfAlaska, linesOfPages, linesOfPlainText } from './lines/plain-text.ts'
import { linesOfCongress } from './markup/congress-xml.ts'
import { readPage } from './markup/html.ts'
import { readUtah } from './markup/utah-xml.ts'
import { readPdf } from './pdf/read-pdf.ts'

/**
 * `lines`: each is one paragraph or heading. `none`: the text exists but cannot be read. `absent`: no text exists
 * yet.
 */
export type Extraction =
  | ({ readonly kind: 'lines' } & MarkedText)
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'absent'; readonly why: string }

/**
 * Extracts the text of a document by its media type. It adds nothing, and the same bytes always give the same lines.
 * Throws `record_unreadable` if the document is not of its stated type.
 */
export async function extractText(bytes: Buffer, mediaType: string): Promise<Extraction> {
  if (bytes.length === 0) return { kind: 'absent', why: 'an empty document' }
  const read = await readText(bytes, mediaType)
  const { lines } = read
  if (lines.length === 0) return { kind: 'none', why: 'no text' }
  const why = placeholderIn(lines)
  return why === null ? { kind: 'lines', ...read } : { kind: 'absent', why }
}

const unmarked = (lines: readonly string[]): MarkedText => ({ lines })

/** HTML and Utah's XML show which words are struck. PDFs and plain text do not. */
async function readText(bytes: Buffer, mediaType: string): Promise<MarkedText> {
  switch (mediaType) {
    case 'application/pdf':
      return unmarked(linesOfPages(await readPdf(bytes)))
    case 'text/xml':
      return readXmlText(decodeText(bytes))
    case 'text/html':
      return readPage(decodeText(bytes))
    case 'text/plain': {
      const whole = decodeText(bytes)
      const text = splitExtracted(whole)?.text ?? whole
      return unmarked(linesOfAlaska(text) ?? linesOfPlainText(text))
    }
    default:
      throw new LegislogError(
        'record_invalid',
        `media type is ${JSON.stringify(mediaType)}, which is not supported`,
      )
  }
}

function readXmlText(xml: string): MarkedText {
  const root = /<([A-Za-z][\w.-]*)[\s>/]/u.exec(
    xml.replace(/<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^>]*>/gsu, ''),
  )?.[1]
  if (root === 'leg') return readUtah(xml)
  if (root === 'html') return readPage(xml)
  return unmarked(linesOfCongress(xml))
}
