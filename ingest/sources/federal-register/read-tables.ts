import type { FileInput, SourceItem } from '../../source-interface/source.ts'
import { UNITED_STATES } from '../federal-documents/eastern-day.ts'
import { type Row, tableOf } from '../federal-documents/tables.ts'
import { agencyReader, type ListedAgency } from './agency-lists.ts'
import { mapAgency } from './map-agency.ts'

/** Reads lists of agencies and of documents that were on public inspection. */
export function* readTable(
  bytes: Buffer,
  readAt: string,
  file: string,
  input: FileInput,
): Generator<SourceItem> {
  const rows = tableOf(bytes)
  const columns = Object.keys(rows[0] ?? {})
  const read = agencyReader(columns)
  if (read !== undefined) {
    const place = (index: number) => `${file}#${index + 2}`
    const agencies = rows.map((row, index) => ({ agency: read(row), record: place(index) }))
    yield* readAgencies(agencies, file, readAt, input)
  } else if (columns.includes('document_number')) {
    for (const [index, row] of rows.entries())
      input.passed_over?.(`${file}#${index + 2}`, whyUnpublished(row))
  } else input.passed_over?.(file, 'a table of something else')
}

/**
 * Without a day of publication it is not a document yet. A withdrawn one never becomes a document. The number
 * comes with the day, or never.
 */
function whyUnpublished({ archive_url }: Row): string {
  return archive_url === undefined
    ? 'on public inspection: not published yet'
    : 'withdrawn from public inspection: never published'
}

export function* readAgencies(
  agencies: readonly { readonly agency: ListedAgency | null; readonly record: string }[],
  file: string,
  readAt: string,
  { passed_over }: FileInput,
): Generator<SourceItem> {
  const list = file.split('/').at(-1)!
  const seen = new Set<string>()
  let copies = 0
  for (const { agency, record } of agencies) {
    if (agency === null) {
      passed_over?.(record, 'names no agency, or several')
      continue
    }
    const observation = mapAgency(agency, list, readAt, record)
    // An agency has a row for each title of the Code in which it has a chapter.
    if (seen.has(observation.key)) copies += 1
    else yield { kind: 'observed', group: [observation] }
    seen.add(observation.key)
  }
  if (copies > 0) yield { kind: 'copies', jurisdiction: UNITED_STATES, entity: 'organization', count: copies }
}
