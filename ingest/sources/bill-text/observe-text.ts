import { sha256Of } from '../../../runtime/object-store/object-name.ts'
import type { TextPointer } from '../../../schemas/event-bodies/bill.ts'
import { characterCount } from '../../../schemas/values/character-count.ts'
import type { VersionText } from '../../source-interface/observation.ts'
import type { NewObject, SourceItem } from '../../source-interface/source.ts'
import { extractText } from '../../text-extraction/extract-text.ts'
import type { MarkedLine, Run } from '../../text-extraction/lines/marked-lines.ts'

/** A document and its bill. */
export type TextDocument = {
  readonly bill: { readonly key: string; readonly jurisdiction: string }
  readonly url: string
  readonly media_type: string
  readonly bytes: Buffer
  readonly observed_at: string
  readonly record: string
} & Pick<VersionText, 'package' | 'version'>

/**
 * Maps a document to its bill and stores its text. If the text does not exist yet, it gives the words of the
 * placeholder. Throws `record_unreadable` if the document is not of its stated type.
 */
export async function observeText(document: TextDocument): Promise<SourceItem | string> {
  const { bill, url, media_type, bytes, record, observed_at } = document
  const extraction = await extractText(bytes, media_type)
  if (extraction.kind === 'absent') return `no text yet: ${extraction.why}`
  const original: NewObject = { bytes, media_type }
  const pointer: TextPointer = { sha256: sha256Of(bytes), bytes: bytes.length, media_type, url }
  const plain = extraction.kind === 'lines' ? plainText(extraction.lines) : null
  const marked = extraction.kind === 'lines' ? markedText(extraction.marked) : null
  const text: TextPointer =
    plain === null
      ? { ...pointer, no_text: extraction.kind === 'none' ? extraction.why : 'no text' }
      : { ...pointer, extracted: plain.pointer, ...(marked !== null && { marked: marked.pointer }) }
  const versionText: VersionText = {
    link_url: url,
    text,
    ...(document.package === undefined ? {} : { package: document.package }),
    ...(document.version === undefined ? {} : { version: document.version }),
  }
  return {
    kind: 'observed',
    objects: [
      original,
      ...(plain === null ? [] : [plain.object]),
      ...(marked === null ? [] : [marked.object]),
    ],
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
        parts: { texts: [versionText] },
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
  return {
    pointer: { sha256: sha256Of(bytes), bytes: bytes.length, characters: characterCount(text) },
    object: { bytes, media_type: 'text/plain; charset=utf-8' },
  }
}

/** The lines with their struck words in place, as a JSON list of runs per line. null if nothing is struck. */
function markedText(
  lines: readonly MarkedLine[] | undefined,
): { pointer: NonNullable<TextPointer['marked']>; object: NewObject } | null {
  if (lines === undefined) return null
  const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const of = (mark: Run['mark']): number =>
    lines.flat().reduce((sum, run) => sum + (run.mark === mark ? characterCount(run.text) : 0), 0)
  return {
    pointer: { sha256: sha256Of(bytes), bytes: bytes.length, struck: of('struck'), inserted: of('inserted') },
    object: { bytes, media_type: 'application/x-ndjson; charset=utf-8' },
  }
}
