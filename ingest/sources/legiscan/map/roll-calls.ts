import { LegislogError } from '../../../../schemas/errors.ts'
import type { ObservationOf } from '../../../source-interface/observation.ts'
import type { SourceItem } from '../../../source-interface/source.ts'
import { type Fields, listOf } from '../../records/fields.ts'
import { rejectionOf } from '../../records/rejections.ts'
import { idOf } from '../fields/values.ts'
import type { LegiscanBill } from './map-bill.ts'
import { type BillOfVote, billOfVote, mapVote } from './map-vote.ts'
import type { People } from './people.ts'

export type RollCallRecord = {
  readonly fields: Fields
  readonly observed_at: string
  readonly schema_rank: number
  readonly name: string
  readonly bytes: Buffer
}

type SummaryRecord = Omit<RollCallRecord, 'fields' | 'bytes'>

/**
 * Roll calls name their bill and their voters by LegiScan's ids. A roll call waits until its bill and its
 * voters have been read. A line of a bill's own list waits in case the roll call itself comes, which also has
 * the voters.
 */
export type RollCalls = {
  addBill(bill: LegiscanBill, fields: Fields, record: SummaryRecord): void
  addRollCall(record: RollCallRecord): Generator<SourceItem>
  /**
   * Gives all waiting records with the data read so far. Called at the end, and at the start of a session if
   * many wait.
   */
  rest(): Generator<SourceItem>
  readonly is_full: () => boolean
}

const MOST_WAITING = 20_000
const MOST_WAITING_BYTES = 64 * 1024 * 1024

export function createRollCalls(people: People): RollCalls {
  const bills = new Map<string, BillOfVote>()
  const summaries = new Map<string, SummaryRecord & { readonly fields: Fields; readonly bill: BillOfVote }>()
  let waiting: RollCallRecord[] = []
  let waiting_bytes = 0

  function* observe(record: RollCallRecord): Generator<SourceItem> {
    try {
      const rollCallId = idOf(record.fields, 'roll_call_id')
      const billId = idOf(record.fields, 'bill_id')
      const bill = bills.get(billId)
      if (bill === undefined) {
        throw new LegislogError(
          'record_invalid',
          `bill_id is ${billId}, but no bill with this id was read with it`,
        )
      }
      const summary = summaries.get(rollCallId)
      const vote = mapVote(record.fields, bill, {
        ...record,
        people,
        summary: summary?.fields ?? null,
        record: record.name,
      })
      summaries.delete(rollCallId)
      yield observed(vote)
    } catch (error) {
      yield rejectionOf(record, error, null)
    }
  }

  return {
    addBill(read, fields, record) {
      const bill = billOfVote(read, fields)
      bills.set(read.bill_id, bill)
      for (const line of listOf(fields, 'votes'))
        summaries.set(idOf(line, 'roll_call_id'), { ...record, fields: line, bill })
    },
    *addRollCall(record) {
      if (isComplete(record.fields, bills, people)) return yield* observe(record)
      waiting.push(record)
      waiting_bytes += record.bytes.length
      if (waiting_bytes > MOST_WAITING_BYTES) yield* restOfWaiting()
    },
    *rest() {
      yield* restOfWaiting()
      for (const { bill, ...record } of summaries.values()) {
        try {
          const context = { ...record, people, summary: record.fields, record: record.name }
          yield observed(mapVote(record.fields, bill, context))
        } catch (error) {
          const bytes = Buffer.from(JSON.stringify(record.fields))
          yield rejectionOf({ ...record, bytes }, error, bill.jurisdiction.division_id)
        }
      }
      summaries.clear()
      bills.clear()
    },
    is_full: () => bills.size + summaries.size > MOST_WAITING,
  }

  function* restOfWaiting(): Generator<SourceItem> {
    const some = waiting
    waiting = []
    waiting_bytes = 0
    for (const record of some) yield* observe(record)
  }
}

function isComplete(fields: Fields, bills: ReadonlyMap<string, BillOfVote>, people: People): boolean {
  if (!Array.isArray(fields.votes)) return true
  const billId =
    typeof fields.bill_id === 'number' || typeof fields.bill_id === 'string' ? fields.bill_id : ''
  if (!bills.has(String(billId))) return false
  return fields.votes.every((item) => {
    const id: unknown = (item as Fields | null)?.people_id
    return (typeof id !== 'number' && typeof id !== 'string') || people.find(String(id)) !== undefined
  })
}

const observed = (vote: ObservationOf<'vote'>): SourceItem => ({ kind: 'observed', group: [vote] })
