import type { ObservationOf } from '../../source-interface/observation.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { UNITED_STATES } from '../federal-documents/eastern-day.ts'
import { textOf } from '../records/fields.ts'
import { readRecords } from '../records/read-records.ts'
import { parseJson, rejectionOf, textOfRecord } from '../records/rejections.ts'
import { answersOf, isList, type Resource, resourceOf, resourcesOf } from './answers.ts'
import { regulationsGovFeed } from './feed.ts'
import { mapCount } from './map-count.ts'
import { inDocket } from './map-docket.ts'
import { isRegulation, mapDocument } from './map-document.ts'
import { isIndex, peekAt, type RecordSummary, rememberDocket } from './recorded-calls.ts'

/** Documents, dockets and comment counts of regulations.gov, version 4: listings, single answers, days of listings. */
export const regulationsGov: Source = {
  name: 'regulations-gov',
  mapper_version: 2,
  read,
  feed: regulationsGovFeed,
}

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  const glance = await peekAt(input)
  yield* readRecords(input, {
    jurisdictionOf: () => UNITED_STATES,
    whyPassedOver,
    *map(record) {
      const answers = answersOf(parseJson(textOfRecord(record.bytes)))
      for (const [index, answer] of answers.entries()) {
        const place = answers.length === 1 ? record.name : `${record.name}#${index + 1}`
        yield* readAnswer(answer, { ...record, name: place }, input, glance)
      }
    },
  })
}

function whyPassedOver(name: string): string | null {
  if (isIndex(name)) return 'when the answers beside it were given'
  return /\.(?:nd)?json(?:#\d+)?$/iu.test(name) ? null : 'no answer'
}

type Context = { readonly name: string; readonly fetched_at: string | null }

function* readAnswer(
  answer: unknown,
  { name, fetched_at }: Context,
  input: FileInput,
  glance: RecordSummary,
): Generator<SourceItem> {
  let resources: readonly unknown[]
  try {
    resources = resourcesOf(answer)
  } catch (error) {
    yield rejectionOf({ name, bytes: bytesOf(answer) }, error, UNITED_STATES)
    return
  }
  const file = name.split('#', 1)[0]!.split('/').at(-1)!
  const givenAt = fetched_at ?? glance.recorded_at.get(file) ?? input.started_at
  for (const [index, value] of resources.entries()) {
    const place = resources.length === 1 ? name : `${name}/${index + 1}`
    try {
      const resource = resourceOf(value, !isList(answer))
      for (const observation of observationsOf(resource, place, givenAt, input, glance))
        yield { kind: 'observed', group: [observation] }
    } catch (error) {
      yield rejectionOf({ name: place, bytes: bytesOf(value) }, error, UNITED_STATES)
    }
  }
}

function observationsOf(
  { type, fields, is_alone }: Resource,
  place: string,
  givenAt: string,
  { passed_over }: FileInput,
  { dockets }: RecordSummary,
): ObservationOf<'regulation'>[] {
  switch (type) {
    case 'documents': {
      if (!isRegulation(fields)) {
        passed_over?.(place, 'lies in a docket, and is no rule, proposed rule or notice')
        return []
      }
      const document = mapDocument(fields, is_alone ? 'detail' : 'listing', givenAt, place)
      const docket = dockets.get(document.parts.regulation?.docket_ids[0] ?? '')
      return docket === undefined ? [document] : [document, inDocket(document, textOf(fields, 'id'), docket)]
    }
    case 'document-comments-received-counts':
      return [mapCount(fields, givenAt, place)]
    case 'dockets':
      rememberDocket(dockets, fields)
      passed_over?.(place, 'a docket: published with its documents')
      return []
    default:
      passed_over?.(place, `no document: ${type}`)
      return []
  }
}

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
