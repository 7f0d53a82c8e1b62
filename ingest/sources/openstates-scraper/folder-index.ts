import { LegislogError } from '../../../schemas/errors.ts'
import { type InputFile, readFile } from '../../files/file-input.ts'
import type { ReadRecord } from '../../files/records.ts'
import type { FileInput } from '../../source-interface/source.ts'
import { folderOf, jurisdictionOfFolder } from '../mapping/folders.ts'
import { asFields, type Fields } from '../records/fields.ts'
import { parseJson, textOfRecord } from '../records/rejections.ts'
import { billKeyOf, jurisdictionOfBill } from './map-bill.ts'
import { jurisdictionOf, mapJurisdiction } from './map-jurisdiction.ts'
import { type BillName, keyOfVote } from './map-vote.ts'
import { kindOf, type Place } from './place.ts'
import { peekAtBill, peekAtVote } from './record-summary.ts'

/** Number of records of each scrape that share a key; nearly always one record in one scrape. */
type Scrapes = Map<string, number>

/** Facts about the folder, read before its bills and votes are mapped: small keys, never records. */
export type FolderIndex = {
  readonly places: Map<string, Place>
  readonly bills: Map<string, BillName>
  readonly expected: Map<string, string | Scrapes>
}

/** The first passes ignore unreadable records; the last pass reports them. */
function ignoringFaults(look: () => void): void {
  try {
    look()
  } catch (error) {
    if (!(error instanceof LegislogError)) throw error
  }
}

const MAY_HOLD_ANYTHING = /\.(?:zip|tar|tgz|tar\.gz)$/iu

/** Reads jurisdiction documents and organizations, which are few and small. */
export async function readReferenceRecord(
  files: readonly InputFile[],
  limit: Pick<FileInput, 'archive_bytes'>,
): Promise<ReadRecord[]> {
  const records: ReadRecord[] = []
  for (const file of files) {
    const kind = kindOf(file.name)
    if (!MAY_HOLD_ANYTHING.test(file.name) && kind !== 'jurisdiction' && kind !== 'organization') continue
    for await (const record of readFile(file, undefined, limit)) {
      if (record.kind !== 'record') continue
      const kindInside = kindOf(record.name)
      if (kindInside === 'jurisdiction' || kindInside === 'organization') records.push(record)
    }
  }
  return records
}

export function createIndex(frame: readonly ReadRecord[]): FolderIndex {
  const places = new Map<string, Place>()
  for (const record of frame) {
    if (kindOf(record.name) !== 'jurisdiction') continue
    ignoringFaults(() => {
      const fields = fieldsOfRecord(record)
      const jurisdiction = jurisdictionOf(fields)
      const sessions = mapJurisdiction(fields, '', record.name).flatMap(({ parts }) =>
        'session' in parts && parts.session !== undefined ? [parts.session] : [],
      )
      places.set(folderOf(record.name), { jurisdiction, newest_at: null, sessions })
    })
  }
  return { places, bills: new Map(), expected: new Map() }
}

export function fieldsOfRecord(record: { readonly bytes: Buffer }): Fields {
  return asFields(parseJson(textOfRecord(record.bytes)), 'the record')
}

export function placeOf(index: FolderIndex, record: string): Place | undefined {
  const folder = folderOf(record)
  const place = index.places.get(folder)
  if (place !== undefined) return place
  const jurisdiction = jurisdictionOfFolder(folder)
  if (jurisdiction === undefined) return undefined
  const named = { jurisdiction, newest_at: null }
  index.places.set(folder, named)
  return named
}

/** The first pass over bills and votes. It finds the keys that repeat and the newest time. */
export async function indexRecords(
  index: FolderIndex,
  files: readonly InputFile[],
  limit: Pick<FileInput, 'archive_bytes'>,
): Promise<void> {
  for (const file of files) {
    for await (const record of readFile(file, undefined, limit)) {
      if (record.kind === 'record') ignoringFaults(() => indexRecord(index, record))
    }
  }
}

function indexRecord(index: FolderIndex, record: ReadRecord): void {
  const kind = kindOf(record.name)
  const place = placeOf(index, record.name) ?? (kind === 'bill' ? placeOfBill(index, record) : undefined)
  if (place === undefined) return
  if (kind === 'bill') {
    const { session, identifier, id, scraped_at } = peekAtBill(record.bytes)
    index.bills.set(id, { session, identifier })
    expect(index, billKeyOf(place.jurisdiction.division_id, session, identifier), id)
    see(index, record.name, place, scraped_at)
  } else if (kind === 'vote_event') {
    const fields = peekAtVote(record.bytes)
    expect(index, keyOfVote(fields, place, index.bills), String(fields._id))
  }
}

/** A folder without a name belongs to the jurisdiction of its bills. */
function placeOfBill(index: FolderIndex, record: ReadRecord): Place {
  const place = { jurisdiction: jurisdictionOfBill(fieldsOfRecord(record), undefined), newest_at: null }
  index.places.set(folderOf(record.name), place)
  return place
}

function expect(index: FolderIndex, key: string, id: string): void {
  const run = scrapeRun(id)
  const known = index.expected.get(key)
  if (known === undefined) index.expected.set(key, run)
  else if (typeof known === 'string') index.expected.set(key, countRun(new Map([[known, 1]]), run))
  else countRun(known, run)
}

function countRun(runs: Scrapes, run: string): Scrapes {
  return runs.set(run, (runs.get(run) ?? 0) + 1)
}

/** Node and clock sequence of a uuid: the part that all ids of one run share. */
export const scrapeRun = (id: string): string => id.slice(19)

function see(index: FolderIndex, record: string, place: Place, at: string): void {
  if (at === '' || (place.newest_at !== null && Date.parse(at) <= Date.parse(place.newest_at))) return
  index.places.set(folderOf(record), { ...place, newest_at: at })
}
