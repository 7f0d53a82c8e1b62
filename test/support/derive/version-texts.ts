import type { MarkedLine, VersionText } from '../../../derive/text/version-text.ts'
import { sha256Of } from '../../../runtime/object-store/object-name.ts'

/** A text as ingest stores it: one paragraph or heading a line. */
export function versionText(
  lines: readonly string[],
  mediaType = 'text/plain',
  marked: readonly MarkedLine[] | null = null,
): VersionText {
  const text = lines.map((line) => `${line}\n`).join('')
  const hashOf = (value: unknown) => sha256Of(Buffer.from(JSON.stringify(value)))
  const reference = {
    extracted_sha256: hashOf(text),
    marked_sha256: marked === null ? null : hashOf(marked),
    media_type: mediaType,
  }
  return { reference, text, marked }
}
