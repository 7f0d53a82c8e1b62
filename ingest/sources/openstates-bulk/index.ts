import { LegislogError } from '../../../schemas/errors.ts'
import { readFiles } from '../../files/file-input.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { folderOf } from '../mapping/folders.ts'
import { requireJurisdiction } from '../mapping/jurisdiction.ts'
import { isReserved, RESERVED } from '../openstates-scraper/reserved-bills.ts'
import { asFields, type Fields } from '../records/fields.ts'
import { readRecords } from '../records/read-records.ts'
import { parseJson, textOfRecord } from '../records/rejections.ts'
import { openstatesBulkFeed } from './feed.ts'
import { mapBill, placeOfFolder, writtenAt } from './map-bill.ts'
import { mapSessions } from './map-sessions.ts'
import { mapVote } from './map-vote.ts'
import { kindOf, placeOf } from './place.ts'

/**
 * Scraped bills and roll calls as the formatter of the bulk repositories writes them: trees of files, or one
 * record a line.
 */
export const openstatesBulk: Source = {
  name: 'openstates-bulk',
  mapper_version: 3,
  read,
  feed: openstatesBulkFeed,
}

type Item = { readonly name: string; readonly bytes: Buffer }

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  const newest = await newestTimes(input)
  yield* readRecords(input, {
    jurisdictionOf: (name) => (kindOf(name) === undefined ? null : (placeOf(name)?.division_id ?? null)),
    whyPassedOver: (name) => (kindOf(name) === undefined ? 'no bill, no roll call' : null),
    *map(record) {
      const kind = kindOf(record.name)!
      if (kind === 'log') {
        input.passed_over?.(record.name, "an action, which the bill's own file has too")
        return
      }
      const reportedAt = record.fetched_at ?? newest.get(placeName(record.name)) ?? input.started_at
      yield* mapRecord(kind, record, reportedAt, input.passed_over)
    },
  })
}

function* mapRecord(
  kind: 'bill' | 'vote' | 'sessions',
  record: Item,
  reportedAt: string,
  passedOver: FileInput['passed_over'],
): Generator<SourceItem> {
  const fields = fieldsOfRecord(record)
  if (kind === 'bill') {
    if (isReserved(fields, placeOfFolder(record.name))) passedOver?.(record.name, RESERVED)
    else yield { kind: 'observed', group: [mapBill(fields, reportedAt, record.name)] }
    return
  }
  const place = placeOf(record.name)
  if (place === undefined) {
    throw new LegislogError('jurisdiction_unknown', `no folder of ${record.name} names a jurisdiction`)
  }
  const jurisdiction = requireJurisdiction('folder', place.division_id)
  if (kind === 'vote') {
    const observation = mapVote(fields, { jurisdiction, newest_at: reportedAt }, reportedAt, record.name)
    yield { kind: 'observed', group: [observation] }
  } else {
    for (const session of mapSessions(fields, jurisdiction, reportedAt, record.name))
      yield { kind: 'observed', group: [session] }
  }
}

const fieldsOfRecord = ({ bytes }: Item): Fields => asFields(parseJson(textOfRecord(bytes)), 'the record')

const placeName = (record: string): string => placeOf(record)?.division_id ?? folderOf(record)

/**
 * Gives the newest time of the bills of each place. It dates roll calls and sessions, which have no time, so
 * an old folder stays old.
 */
async function newestTimes({ paths, started_at, archive_bytes }: FileInput): Promise<Map<string, string>> {
  const newest = new Map<string, string>()
  for await (const record of readFiles({ paths, started_at, archive_bytes })) {
    if (record.kind !== 'record' || kindOf(record.name) !== 'bill') continue
    const at = peek(record)
    const place = placeName(record.name)
    if (at !== null && at > (newest.get(place) ?? '')) newest.set(place, at)
  }
  return newest
}

const TAIL_BYTES = 600
const WRITTEN = /"logs_latest_update":\s*"([0-9T:.Z-]+)"/u

/** The formatter writes its own part last; a record in another order is read whole. */
function peek(record: Item): string | null {
  const tail = record.bytes.toString('latin1', Math.max(0, record.bytes.length - TAIL_BYTES))
  const match = WRITTEN.exec(tail)
  if (match !== null) return match[1]!
  try {
    return writtenAt(fieldsOfRecord(record))
  } catch {
    // The fault is reported when the record is mapped.
    return null
  }
}
