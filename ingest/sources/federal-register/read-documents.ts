import type { FileInput, SourceItem } from '../../source-interface/source.ts'
import { UNITED_STATES } from '../federal-documents/eastern-day.ts'
import { asFields, type Fields, fieldsOf, invalid, nullableText } from '../records/fields.ts'
import { rejectionOf } from '../records/rejections.ts'
import { mapDocument } from './map-document.ts'

/** Reads an answer of the API's search, a list of documents, or one document. */
export function* readDocuments(
  answer: unknown,
  readAt: string,
  file: string,
  { passed_over }: FileInput,
): Generator<SourceItem> {
  const documents = documentsOf(answer)
  const observedAt = newestView(documents) ?? readAt
  for (const [index, document] of documents.entries()) {
    const record = documents.length === 1 ? file : `${file}#${index + 1}`
    try {
      const fields = asFields(document, 'the document')
      if (fields.filing_type === undefined)
        yield { kind: 'observed', group: [mapDocument(fields, observedAt, record)] }
      else passed_over?.(record, 'on public inspection: not published yet')
    } catch (error) {
      yield rejectionOf({ name: record, bytes: Buffer.from(JSON.stringify(document)) }, error, UNITED_STATES)
    }
  }
}

function documentsOf(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer
  const fields = asFields(answer, 'the answer')
  if (Array.isArray(fields.results)) return fields.results
  // A search that finds nothing gives its count alone.
  if (fields.count === 0) return []
  if (fields.document_number === undefined) throw invalid('results', fields.results, 'a list of documents')
  return [fields]
}

/**
 * Documents have no time of change, but their page views are counted every night. The newest count dates the
 * answer, so that an old answer does not undo a newer one.
 */
function newestView(documents: readonly unknown[]): string | undefined {
  let newest: string | undefined
  for (const document of documents) {
    if (typeof document !== 'object' || document === null) continue
    const printed = viewTime(document as Fields)
    if (printed !== undefined && (newest === undefined || Date.parse(printed) > Date.parse(newest)))
      newest = printed
  }
  return newest
}

/** `2024-01-29 20:15:06 -0500` */
function viewTime(document: Fields): string | undefined {
  const views = document.page_views
  if (typeof views !== 'object' || views === null) return undefined
  const printed = nullableText(fieldsOf(document, 'page_views'), 'last_updated') ?? ''
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) ([+-]\d{2}):?(\d{2})$/u.exec(printed)
  return match === null ? undefined : `${match[1]}T${match[2]}${match[3]}:${match[4]}`
}
