import { readFiles } from '../../files/file-input.ts'
import type { ReadRecord } from '../../files/records.ts'
import type { BillParts } from '../../source-interface/observation.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { CONGRESS } from '../congress/congress-numbers.ts'
import { createCongressSessions } from '../congress/sessions.ts'
import { folderOf } from '../mapping/folders.ts'
import { asFields, type Fields } from '../records/fields.ts'
import {
  brokenArchive,
  parseJson,
  rejectedUnreadable,
  rejectionOf,
  textOfRecord,
} from '../records/rejections.ts'
import { mapBill } from './map-bill.ts'
import { mapVersion } from './map-version.ts'

/**
 * Bills of Congress as the scraper of unitedstates/congress keeps them: one folder for each bill, with its
 * versions below.
 */
export const unitedstatesCongress: Source = {
  name: 'unitedstates-congress',
  mapper_version: 2,
  read,
}

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  const toBill = createBillMapper(input.started_at)
  let bill: ReadRecord | null = null
  let versions: ReadRecord[] = []
  for await (const record of readFiles(input)) {
    const broken = brokenArchive(record, CONGRESS.division_id)
    if (broken !== null) {
      yield broken
      continue
    }
    const kind = kindOf(record.name)
    if (kind === null) {
      input.passed_over?.(record.name, 'not a bill of the scraper’s JSON')
      continue
    }
    const isBelow = bill !== null && record.name.startsWith(`${folderOf(bill.name)}/`)
    if (bill !== null && !isBelow) {
      yield* toBill(bill, versions)
      bill = null
    }
    if (record.kind === 'unreadable') yield rejectedUnreadable(record, CONGRESS.division_id)
    else if (kind === 'bill') {
      bill = record
      versions = []
    } else if (bill !== null) versions.push(record)
    else input.passed_over?.(record.name, 'a version without its bill')
  }
  if (bill !== null) yield* toBill(bill, versions)
}

/**
 * Finds the kind of a file by its path: `…/bills/hr/hr100/data.json`, `…/hr100/text-versions/ih/data.json`.
 */
function kindOf(name: string): 'bill' | 'version' | null {
  if (!/(?:^|\/)data\.json$/u.test(name) || /\/(?:votes|amendments|nominations)\//u.test(name)) return null
  return /\/text-versions\//u.test(name) ? 'version' : 'bill'
}

/** A bill waits only for the versions in its folder. */
function createBillMapper(
  startedAt: string,
): (bill: ReadRecord, versions: readonly ReadRecord[]) => Generator<SourceItem> {
  const framesOf = createCongressSessions()
  return function* (bill, versions) {
    const readVersions: BillParts['versions'][number][] = []
    for (const version of versions) {
      try {
        readVersions.push(mapVersion(fieldsOf(version)))
      } catch (error) {
        yield rejectionOf(version, error, CONGRESS.division_id)
      }
    }
    try {
      const observed = mapBill(fieldsOf(bill), readVersions, bill.fetched_at ?? startedAt, bill.name)
      yield* framesOf(observed, observed.parts.core!.session)
      yield { kind: 'observed', group: [observed] }
    } catch (error) {
      yield rejectionOf(bill, error, CONGRESS.division_id)
    }
  }
}

function fieldsOf(record: ReadRecord): Fields {
  return asFields(parseJson(textOfRecord(record.bytes)), 'the record')
}
