import type { Mark, MarkedLine, Run } from '../../schemas/values/marked-line.ts'

export type { Mark, MarkedLine, Run }

/** Names the stored text of a version in the object store. */
export type TextReference = {
  /** The hash of the extracted text, which is UTF-8, has one paragraph a line, and has no struck words. */
  readonly extracted_sha256: string
  /** The hash of the lines with their struck words, each a JSON list of runs. null if nothing is struck. */
  readonly marked_sha256: string | null
  /** The type of the published document, such as `text/xml` or `application/pdf`. */
  readonly media_type: string
}

/** The stored text of a version. All results derive from this value alone, not from where it was stored. */
export type VersionText = {
  readonly reference: TextReference
  /** The extracted text. Offsets of sections are UTF-16 units into it; those of citations are Unicode characters. */
  readonly text: string
  /** The same lines with struck and inserted words, including lines that are struck whole. null if nothing is struck. */
  readonly marked: readonly MarkedLine[] | null
}
