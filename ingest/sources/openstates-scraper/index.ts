import { dirname } from 'node:path'
import { type InputFile, listFiles, readFile } from '../../files/file-input.ts'
import type { Observation } from '../../source-interface/observation.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { looseText } from '../records/fields.ts'
import { rejectedUnreadable, rejectionOf } from '../records/rejections.ts'
import {
  createIndex,
  type FolderIndex,
  fieldsOfRecord,
  indexRecords,
  placeOf,
  readReferenceRecord,
  scrapeRun,
} from './folder-index.ts'
import { mapBill } from './map-bill.ts'
import { mapReference } from './map-reference.ts'
import { mapVote, retractDisputed } from './map-vote.ts'
import { kindOf, requirePlace } from './place.ts'
import { createRepeatedRecords } from './repeated-records.ts'
import { isReserved, RESERVED } from './reserved-bills.ts'

/**
 * Output of the Open States scrapers: jurisdictions, organizations, bills, roll calls, as files or as ndjson.
 */
export const openstatesScraper: Source = {
  name: 'openstates-scraper',
  mapper_version: 4,
  read,
}

const NO_SCRAPE = 'not named as the scrapers name their files'

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  const folders = Map.groupBy(await listFiles(input.paths, input.passed_over), (file) => dirname(file.path))
  for (const files of folders.values()) yield* readFolder(files, input)
}

/** Reads the files twice: the first pass only finds the keys that repeat. */
async function* readFolder(files: readonly InputFile[], input: FileInput): AsyncGenerator<SourceItem> {
  const { started_at, passed_over = () => {}, onRead = () => {} } = input
  const relevant = files.filter(({ name, bytes }) => {
    const isRelevant = kindOf(name) !== undefined || /\.(?:zip|tar|tgz|gz)$/iu.test(name)
    if (!isRelevant) {
      passed_over(name, NO_SCRAPE)
      onRead(bytes)
    }
    return isRelevant
  })
  const frame = await readReferenceRecord(relevant, input)
  const index = createIndex(frame)
  await indexRecords(index, relevant, input)
  yield* mapReference(frame, index, started_at)
  const repeats = createRepeatedRecords(index.expected)
  for (const file of relevant) {
    for await (const record of readFile(file, passed_over, input)) {
      const jurisdiction = placeOf(index, record.name)?.jurisdiction.division_id ?? null
      if (record.kind === 'unreadable') {
        yield rejectedUnreadable(record, jurisdiction)
        continue
      }
      try {
        if (kindOf(record.name) === undefined) passed_over(record.name, NO_SCRAPE)
        const observed = mapRecord(record, index, started_at, passed_over)
        if (observed === undefined) continue
        const { mistaken } = observed
        if (mistaken !== null && !index.expected.has(mistaken.key))
          yield { kind: 'observed', group: [mistaken] }
        yield* repeats.take(observed.observation, observed.run)
      } catch (error) {
        yield rejectionOf(record, error, jurisdiction)
      }
    }
  }
  yield* repeats.rest()
}

function mapRecord(
  record: { readonly name: string; readonly bytes: Buffer },
  index: FolderIndex,
  startedAt: string,
  passedOver: (name: string, why: string) => void,
):
  | { readonly observation: Observation; readonly run: string; readonly mistaken: Observation | null }
  | undefined {
  const kind = kindOf(record.name)
  if (kind !== 'bill' && kind !== 'vote_event') return undefined
  const fields = fieldsOfRecord(record)
  const run = scrapeRun(looseText(fields, '_id'))
  const place = placeOf(index, record.name)
  if (kind === 'bill') {
    if (!isReserved(fields, place)) {
      return { observation: mapBill(fields, place, record.name), run, mistaken: null }
    }
    passedOver(record.name, RESERVED)
    return undefined
  }
  const named = requirePlace(place, record.name)
  const observation = mapVote(fields, named, index.bills, named.newest_at ?? startedAt, record.name)
  return { observation, run, mistaken: retractDisputed(fields, named, index.bills, observation) }
}
