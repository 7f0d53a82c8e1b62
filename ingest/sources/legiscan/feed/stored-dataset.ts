import { readDocument } from '../../../files/file-input.ts'
import type { ArchivedDocument } from '../../../source-interface/feed.ts'
import { asFields } from '../../records/fields.ts'
import { parseJson } from '../../records/rejections.ts'
import { parseObservedAt } from '../fields/observed-at.ts'
import { idOf } from '../fields/values.ts'
import { countsOf } from './listings.ts'

/** The hashes of bills and roll calls in the loaded data set of a session. */
export type StoredDataset = {
  /** In ms since 1970. Records fetched after that are newer. */
  readonly made_at: number
  /** `change_hash` by bill. */
  readonly bills: ReadonlyMap<string, string>
  /** Counts by roll call. */
  readonly roll_calls: ReadonlyMap<string, string>
}

/** Reads only the hashes of a zip in the archive. An unreadable record counts as missing and is requested again. */
export async function readStoredDataset(document: ArchivedDocument | null): Promise<StoredDataset> {
  const bills = new Map<string, string>()
  const rollCalls = new Map<string, string>()
  if (document === null) return { made_at: 0, bills, roll_calls: rollCalls }
  const { name, fetched_at } = document
  const madeAt = Date.parse(parseObservedAt(name, fetched_at, fetched_at))
  for await (const record of readDocument(document)) {
    if (record.kind === 'unreadable' || !record.name.endsWith('.json')) continue
    try {
      const answer = asFields(parseJson(record.bytes.toString('utf8')), 'the answer')
      if (answer.bill !== undefined) {
        const bill = asFields(answer.bill, 'bill')
        bills.set(idOf(bill, 'bill_id'), String(bill.change_hash))
      } else if (answer.roll_call !== undefined) {
        const rollCall = asFields(answer.roll_call, 'roll_call')
        rollCalls.set(idOf(rollCall, 'roll_call_id'), countsOf(rollCall))
      }
    } catch {
      // The parser reported it when it read the set.
    }
  }
  return { made_at: madeAt, bills, roll_calls: rollCalls }
}
