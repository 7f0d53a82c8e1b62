import type { MarkedLine, VersionText } from '../../../derive/text/version-text.ts'

/** A text of these lines that is not stored anywhere. */
export const plainText = (
  lines: readonly string[],
  marked: readonly MarkedLine[] | null = null,
): VersionText => ({
  reference: {
    extracted_sha256: 'a'.repeat(64),
    marked_sha256: marked === null ? null : 'b'.repeat(64),
    media_type: 'text/html',
  },
  text: lines.map((line) => `${line}\n`).join(''),
  marked,
})

/** The facts of a bill with this title. */
export const titled = (title: string) => ({
  jurisdiction: 'ocd-division/country:us/state:wa',
  session: '2026',
  identifier: 'HB 5',
  title,
  abstracts: [],
  subjects: [],
})
