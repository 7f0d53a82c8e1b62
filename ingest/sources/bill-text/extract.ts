import { LegislogError } from '../../../schemas/errors.ts'
import { linesOfCongress } from './extract/congress-xml.ts'
import { decodeText } from './extract/decode.ts'
import { splitExtracted } from './extract/extracted-head.ts'
import { linesOfHtml } from './extract/html.ts'
import { readPdf } from './extract/pdf.ts'
import { linesOfAlaska, linesOfPages, linesOfPlainText } from './extract/plain-text.ts'
import { linesOfUtah } from './extract/utah-xml.ts'
import { placeholderIn } from './placeholder.ts'

/** `lines`: one paragraph or heading each. `none`: a text is there and cannot be read as one; `absent`: no text is there yet. */
export type Extraction =
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'absent'; readonly why: string }

/**
 * The text of a document, by its media type. Says nothing that is not in the document and gives the same lines for the
 * same bytes. Throws `record_unreadable` where the document is not what it says it is.
 */
export async function extractText(bytes: Buffer, media_type: string): Promise<Extraction> {
  if (bytes.length === 0) return { kind: 'absent', why: 'an empty document' }
  const lines = await linesOf(bytes, media_type)
  if (lines.length === 0) return { kind: 'none', why: 'no text' }
  const why = placeholderIn(lines)
  return why === null ? { kind: 'lines', lines } : { kind: 'absent', why }
}

async function linesOf(bytes: Buffer, media_type: string): Promise<readonly string[]> {
  switch (media_type) {
    case 'application/pdf':
      return linesOfPages(await readPdf(bytes))
    case 'text/xml':
      return linesOfXml(decodeText(bytes))
    case 'text/html':
      return linesOfHtml(decodeText(bytes))
    case 'text/plain': {
      const whole = decodeText(bytes)
      const text = splitExtracted(whole)?.text ?? whole
      return linesOfAlaska(text) ?? linesOfPlainText(text)
    }
    default:
      throw new LegislogError(
        'record_invalid',
        `media type is ${JSON.stringify(media_type)}, none that is read`,
      )
  }
}

function linesOfXml(xml: string): string[] {
  const root = /<([A-Za-z][\w.-]*)[\s>/]/u.exec(
    xml.replace(/<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^>]*>/gsu, ''),
  )?.[1]
  if (root === 'leg') return linesOfUtah(xml)
  if (root === 'html') return linesOfHtml(xml)
  return linesOfCongress(xml)
}
