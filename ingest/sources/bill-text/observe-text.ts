import { sha256Of } from '../../../runtime/object-store.ts'
import type { TextPointer } from '../../../schemas/event/bill.ts'
import type { NewObject, SourceItem, VersionText } from '../../observation.ts'
import { extractText } from './extract.ts'

/** A document and the bill that it is a text of. */
export type TextDocument = {
  readonly bill: { readonly key: string; readonly jurisdiction: string }
  readonly url: string
  readonly media_type: string
  readonly bytes: Buffer
  readonly observed_at: string
  readonly record: string
} & Pick<VersionText, 'package' | 'version'>

/**
 * What a document says of its bill: where its text lies. A string where no text is there yet, with what stands there
 * instead. Throws `record_unreadable` for a document that is not what it says it is.
 */
export async function observeText(document: TextDocument): Promise<SourceItem | string> {
  const { bill, url, media_type, bytes, record, observed_at } = document
  const extraction = await extractText(bytes, media_type)
  if (extraction.kind === 'absent') return `no text yet: ${extraction.why}`
  const original: NewObject = { bytes, media_type }
  const pointer: TextPointer = { sha256: sha256Of(bytes), bytes: bytes.length, media_type, url }
  const plain = extraction.kind === 'lines' ? plainText(extraction.lines) : null
  const text: TextPointer =
    plain === null
      ? { ...pointer, no_text: extraction.kind === 'none' ? extraction.why : 'no text' }
      : { ...pointer, extracted: plain.pointer }
  const placed: VersionText = {
    link_url: url,
    text,
    ...(document.package === undefined ? {} : { package: document.package }),
    ...(document.version === undefined ? {} : { version: document.version }),
  }
  return {
    kind: 'observed',
    objects: plain === null ? [original] : [original, plain.object],
    group: [
      {
        entity: 'bill',
        key: bill.key,
        record_key: url,
        discriminator: null,
        ocd_id: null,
        jurisdiction: bill.jurisdiction,
        observed_at,
        schema_rank: 1,
        parts: { texts: [placed] },
        bill: null,
        aliases: [],
        removed: null,
        record,
      },
    ],
  }
}

function plainText(lines: readonly string[]): {
  pointer: NonNullable<TextPointer['extracted']>
  object: NewObject
} {
  const text = `${lines.join('\n')}\n`
  const bytes = Buffer.from(text)
  let characters = 0
  for (const _ of text) characters += 1
  return {
    pointer: { sha256: sha256Of(bytes), bytes: bytes.length, characters },
    object: { bytes, media_type: 'text/plain; charset=utf-8' },
  }
}
