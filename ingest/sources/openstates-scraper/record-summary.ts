import { asFields, type Fields, looseText, nullableText } from '../records/fields.ts'
import { parseJson, textOfRecord } from '../records/rejections.ts'

/** The first pass reads this much of a record: enough for its key. */
const HEAD_BYTES = 400
const TAIL_BYTES = 200
const BILL_HEAD = /^\{"legislative_session": "([ !#-[\]-~]+)", "identifier": "([ !#-[\]-~]+)",/
const BILL_TAIL = /"scraped_at": "([0-9T:+.Z-]+)", "_id": "([0-9a-f-]{36})"\}\s*$/

export type BillSummary = {
  readonly session: string
  readonly identifier: string
  readonly scraped_at: string
  readonly id: string
}

/** Scrapers write session and number first and the time last; a record in another order is read whole. */
export function peekAtBill(bytes: Buffer): BillSummary {
  const head = BILL_HEAD.exec(bytes.toString('latin1', 0, HEAD_BYTES))
  const tail = BILL_TAIL.exec(bytes.toString('latin1', Math.max(0, bytes.length - TAIL_BYTES)))
  if (head !== null && tail !== null) {
    return { session: head[1]!, identifier: head[2]!, scraped_at: tail[1]!, id: tail[2]! }
  }
  const fields = asFields(parseJson(textOfRecord(bytes)), 'bill')
  return {
    session: looseText(fields, 'legislative_session'),
    identifier: looseText(fields, 'identifier'),
    scraped_at: nullableText(fields, 'scraped_at') ?? '',
    id: looseText(fields, '_id'),
  }
}

const VOTERS = Buffer.from('"votes": [')
const COUNTS = Buffer.from('], "counts": [')

/** A roll call without its voters, which are most of it. */
export function peekAtVote(bytes: Buffer): Fields {
  const from = bytes.indexOf(VOTERS)
  const to = bytes.lastIndexOf(COUNTS)
  if (from > 0 && to > from) {
    const text = `${bytes.toString('utf8', 0, from + VOTERS.length)}${bytes.toString('utf8', to)}`
    try {
      return asFields(parseJson(text), 'vote')
    } catch {
      // The words were not at their usual place.
    }
  }
  return asFields(parseJson(textOfRecord(bytes)), 'vote')
}
