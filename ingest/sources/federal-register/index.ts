import type { ReadRecord } from '../../files/records.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { UNITED_STATES } from '../federal-documents/eastern-day.ts'
import type { Fields } from '../records/fields.ts'
import { readRecords } from '../records/read-records.ts'
import { parseJson, rejectionOf, textOfRecord } from '../records/rejections.ts'
import { agenciesOfApi, agenciesOfCode, type ListedAgency } from './agency-lists.ts'
import { federalRegisterFeed } from './feed.ts'
import { mapPrinted } from './map-printed.ts'
import { issueOf } from './printed-day.ts'
import { readDocuments } from './read-documents.ts'
import { readAgencies, readTable } from './read-tables.ts'
import { childrenOf, parseNodes } from './xml-nodes.ts'

/** Documents of the Federal Register (API answers and daily issues in XML) and its lists of agencies. */
export const federalRegister: Source = {
  name: 'federal-register',
  mapper_version: 3,
  read,
  feed: federalRegisterFeed,
}

function read(input: FileInput): AsyncIterable<SourceItem> {
  return readRecords(input, {
    jurisdictionOf: () => UNITED_STATES,
    whyPassedOver: (name) => (readerOf(name) === undefined ? 'no documents' : null),
    map: (record) => readerOf(record.name)!(record, input, record.fetched_at ?? input.started_at),
  })
}

type Reader = (record: ReadRecord, input: FileInput, readAt: string) => Iterable<SourceItem>

const readers: readonly (readonly [RegExp, Reader])[] = [
  [/\.(?:nd)?json(?:#\d+)?$/iu, readJson],
  [/\.xml$/iu, readIssue],
  [/\.csv$/iu, ({ bytes, name }, input, readAt) => readTable(bytes, readAt, name, input)],
]

const readerOf = (name: string): Reader | undefined => readers.find(([names]) => names.test(name))?.[1]

function* readJson({ bytes, name }: ReadRecord, input: FileInput, readAt: string): Generator<SourceItem> {
  const answer = parseJson(textOfRecord(bytes))
  const agencies = agenciesIn(answer)
  if (agencies !== null) {
    const places = agencies.map((agency, index) => ({ agency, record: `${name}#${index + 1}` }))
    yield* readAgencies(places, name, readAt, input)
  } else if (Array.isArray((answer as Fields | null)?.titles)) input.passed_over?.(name, 'titles of the Code')
  else yield* readDocuments(answer, readAt, name, input)
}

function agenciesIn(answer: unknown): readonly ListedAgency[] | null {
  if (Array.isArray(answer)) {
    const first = answer[0] as Fields | null | undefined
    return first?.slug !== undefined && first.document_number === undefined ? agenciesOfApi(answer) : null
  }
  const isCode =
    Array.isArray((answer as Fields | null)?.agencies) && !('document_number' in (answer as Fields))
  return isCode ? agenciesOfCode(answer as Fields) : null
}

function* readIssue({ bytes, name }: ReadRecord, input: FileInput): Generator<SourceItem> {
  const root = parseNodes(textOfRecord(bytes)).find(({ tag }) => tag === 'FEDREG')
  if (root === undefined || childrenOf(root, 'DATE').length === 0) {
    input.passed_over?.(name, 'no daily issue')
    return
  }
  const issue = issueOf(root)
  for (const [index, document] of issue.documents.entries()) {
    const record = `${name}#${index + 1}`
    try {
      yield { kind: 'observed', group: [mapPrinted(document, issue, record)] }
    } catch (error) {
      yield rejectionOf({ name: record, bytes: Buffer.from(JSON.stringify(document)) }, error, UNITED_STATES)
    }
  }
}
