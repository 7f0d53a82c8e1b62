import type { LogEvent } from '../../schemas/log/event.ts'
import type { EventType } from '../../schemas/log/event-catalog.ts'
import { movedTo } from '../read-model/change-index.ts'
import type { Rows } from '../read-model/projector.ts'
import type { RowOf } from '../read-model/table.ts'
import { billsTable } from '../tables/bill-tables.ts'
import { identifierKey } from './content/bill-content.ts'

export const billEvents = [
  'bill.introduced',
  'bill.updated',
  'bill.action',
  'bill.action_corrected',
  'bill.action_removed',
  'bill.status_changed',
  'bill.sponsors_changed',
  'bill.versions_changed',
  'bill.documents_changed',
  'bill.related_changed',
  'bill.merged',
  'bill.removed',
  'vote.recorded',
  'vote.corrected',
  'vote.removed',
  'derivation.recorded',
  'derivation.removed',
  'bill.released',
  'vote.released',
  'derivation.released',
] as const satisfies readonly EventType[]
export type BillEvent = LogEvent<(typeof billEvents)[number]>
export type BillRow = RowOf<typeof billsTable>
type EventOfBill = Exclude<BillEvent, { type: `${string}.released` }>

/** The bill that an event is about: the entity of a bill event, or the bill that a vote or a derivation names. */
export function billOf({ type, body }: EventOfBill): EventOfBill['body']['bill'] {
  return type.startsWith('bill.') ? { ...body.bill, id: body.id, ocd_id: body.ocd_id } : body.bill
}

/** The bill's row before the event. Without a row it is a stub; an existing stub takes what a later event says. */
export function existingBill(rows: Rows, event: EventOfBill): BillRow | undefined {
  const { id } = billOf(event)
  if (id === null) return undefined
  const existing = rows.get(billsTable, id)
  return existing?.present ? existing : stubOf(existing, event)
}

/** The row of a bill that has not been introduced. The latest event decides, in whatever order they came. */
export function stubOf(existing: BillRow | undefined, event: EventOfBill): BillRow | undefined {
  const { id, ocd_id, identifier, jurisdiction, session } = billOf(event)
  if (id === null || ocd_id === null) return existing
  const place = movedTo(existing, event)
  if (existing !== undefined && place.seq !== event.seq) return existing
  return {
    id,
    ocd_id,
    present: false,
    jurisdiction,
    session,
    identifier,
    identifier_key: identifier === null ? null : identifierKey(identifier),
    chamber: null,
    title: null,
    classification: [],
    subjects: [],
    keywords: [],
    status: existing?.status ?? null,
    status_detail: existing?.status_detail ?? null,
    status_date: existing?.status_date ?? null,
    introduced_on: null,
    prefiled_on: null,
    entered_on: null,
    latest_action: existing?.latest_action ?? null,
    latest_action_on: existing?.latest_action_on ?? null,
    latest_action_sequence: existing?.latest_action_sequence ?? null,
    item: null,
    deleted: false,
    ...place,
  }
}
