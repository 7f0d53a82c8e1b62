import { TextDecoder } from 'node:util'
import { LegislogError } from '../../../schemas/errors.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { observeFiling } from '../advocacy/observe-advocacy.ts'
import { createOrganizationsOnce } from '../advocacy/organizations-once.ts'
import { asFields, type Fields, invalid } from '../records/fields.ts'
import { readRecords } from '../records/read-records.ts'
import { parseJson, rejectionOf, textOfRecord } from '../records/rejections.ts'
import { ldaFeed } from './feed.ts'
import { isAnswer, readAnswer } from './read-answer.ts'
import { PUBLISHER, type ReadFiling, UNITED_STATES } from './read-filing.ts'
import { isForm, readForm } from './read-form.ts'
import { filingsOfXml, readXmlFiling } from './read-xml.ts'

/** Lobbying filings of the Lobbying Disclosure Act: archives in XML, forms in JSON, and answers of the API. */
export const lda: Source = { name: 'lda', mapper_version: 1, feed: ldaFeed, read }

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  const organizations = createOrganizationsOnce()
  yield* readRecords(input, {
    jurisdictionOf: () => UNITED_STATES,
    whyPassedOver,
    *map({ name, bytes, fetched_at }) {
      const observed_at = fetched_at ?? input.started_at
      for (const { record, fields, read } of listFilings(name, bytes, input.passed_over)) {
        try {
          const { filing, organizations: named } = read()
          const said = { record, observed_at }
          for (const one of named) yield* organizations(one, said)
          yield observeFiling(filing, said)
        } catch (error) {
          yield rejectionOf(
            { name: record, bytes: Buffer.from(JSON.stringify(fields)) },
            error,
            UNITED_STATES,
          )
        }
      }
    },
  })
}

function whyPassedOver(name: string): string | null {
  return /\.(?:xml|json|ndjson)(?:#\d+)?$/iu.test(name) ? null : 'no filings'
}

type Listed = { readonly record: string; readonly fields: Fields; readonly read: () => ReadFiling }

function* listFilings(name: string, bytes: Buffer, passed_over: FileInput['passed_over']): Generator<Listed> {
  if (/\.xml$/iu.test(name)) {
    const filings = filingsOfXml(decode(bytes))
    if (filings.length === 0) passed_over?.(name, 'an XML file without a filing')
    for (const [index, fields] of filings.entries())
      yield { record: `${name}#${index + 1}`, fields, read: () => readXmlFiling(fields) }
    return
  }
  const root = parseJson(textOfRecord(bytes))
  const page = Array.isArray(root) ? root : pageOf(asFields(root, 'the file'))
  for (const [index, value] of (page ?? [root]).entries()) {
    const record = page === null ? name : `${name}#${index + 1}`
    const fields = asFields(value, `[${index}]`)
    yield { record, fields, read: () => readOne(fields, (why) => passed_over?.(record, why)) }
  }
}

const pageOf = (root: Fields): readonly unknown[] | null =>
  Array.isArray(root.results) ? root.results : null

function readOne(fields: Fields, whyNot: (why: string) => void): ReadFiling {
  if (isAnswer(fields)) return readAnswer(fields)
  if (isForm(fields)) return readForm(fields, whyNot)
  throw invalid('the filing', fields, `a filing of ${PUBLISHER} with filing_uuid or document_id`)
}

/** Files of the archives are UTF-16 with a mark at their beginning; others are UTF-8. */
function decode(bytes: Buffer): string {
  if (bytes[0] !== 0xff || bytes[1] !== 0xfe) return textOfRecord(bytes)
  try {
    return new TextDecoder('utf-16le', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new LegislogError('record_unreadable', 'the bytes are not UTF-16', { cause })
  }
}
