import { readFiles } from '../../file-input.ts'
import type { FileInput, Source, SourceItem } from '../../observation.ts'
import { asFields, type Fields, fieldsOf, invalid, nullableText } from '../fields.ts'
import { parseJson, rejectedUnreadable, rejectionOf, textOfRecord } from '../rejections.ts'
import { mapDocument } from './map-document.ts'

/** Documents of the Federal Register API: answers of its search, lists of documents, single ones. */
export const federalRegister: Source = {
  name: 'federal-register',
  mapper_version: 1,
  read,
}

const UNITED_STATES = 'ocd-division/country:us'
/** Answers of other calls that lie beside them. */
const NO_DOCUMENTS = /(?:^|\/)(?:ecfr_)?(?:agencies|titles)\.json$/u

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  for await (const record of readFiles(input)) {
    if (!/\.(?:nd)?json(?:#\d+)?$/iu.test(record.name) || NO_DOCUMENTS.test(record.name)) {
      input.passed_over?.(record.name, 'no documents')
      continue
    }
    if (record.kind === 'unreadable') {
      yield rejectedUnreadable(record, UNITED_STATES)
      continue
    }
    try {
      const documents = documentsOf(parseJson(textOfRecord(record.bytes)))
      yield* mapAnswer(documents, record.fetched_at ?? input.started_at, record.name)
    } catch (error) {
      yield rejectionOf(record, error, UNITED_STATES)
    }
  }
}

function documentsOf(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer
  const fields = asFields(answer, 'the answer')
  if (Array.isArray(fields.results)) return fields.results
  if (fields.document_number === undefined) throw invalid('results', fields.results, 'a list of documents')
  return [fields]
}

function* mapAnswer(documents: readonly unknown[], read_at: string, file: string): Generator<SourceItem> {
  const observed_at = newestView(documents) ?? read_at
  for (const [index, document] of documents.entries()) {
    const record = documents.length === 1 ? file : `${file}#${index + 1}`
    try {
      const fields = asFields(document, 'the document')
      yield { kind: 'observed', group: [mapDocument(fields, observed_at, record)] }
    } catch (error) {
      yield rejectionOf({ name: record, bytes: Buffer.from(JSON.stringify(document)) }, error, UNITED_STATES)
    }
  }
}

/**
 * Documents carry no time of change. The views of their pages are counted every night: the newest count of an answer
 * says when it was given, so that an old answer does not undo a newer one.
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
