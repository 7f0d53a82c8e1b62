import { identifierKey } from '../bill-content.ts'
import { removeListRows, replaceListRows } from '../part-list.ts'
import { ownRows, type Projector } from '../projector.ts'
import { releaseTouches, releaseWrites } from '../released.ts'
import { relatedBillsTable } from '../tables/bill-tables.ts'

/** Bills that a bill's source names beside it, by identifier: whether we hold them is asked when it is read. */
export const relatedBills: Projector<
  'bill.related_changed' | 'bill.merged' | 'bill.removed' | 'bill.released'
> = {
  name: 'related-bills',
  events: ['bill.related_changed', 'bill.merged', 'bill.removed', 'bill.released'],
  tables: [relatedBillsTable],
  touches: (event) =>
    event.type === 'bill.released'
      ? releaseTouches(event, relatedBillsTable)
      : [ownRows(relatedBillsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'bill.released') return releaseWrites(rows, event, relatedBillsTable)
    const billId = event.body.id
    const existing = rows.group(relatedBillsTable, billId)
    if (event.type !== 'bill.related_changed') return removeListRows(relatedBillsTable, existing, event)
    const parts = event.body.related_bills.map(({ id, identifier, session, relation_type }) => ({
      id,
      bill_id: billId,
      session,
      identifier_key: identifierKey(identifier),
      item: JSON.stringify({ id, identifier, session, relation_type }),
    }))
    return replaceListRows(relatedBillsTable, existing, parts, event, 'related')
  },
}
