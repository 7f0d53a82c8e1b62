import { removeListRows, replaceListRows } from '../read-model/list-rows.ts'
import { ownRows, type Projector } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { relatedBillsTable } from '../tables/bill-tables.ts'
import { identifierKey } from './content/bill-content.ts'

/** Related bills that a bill's source lists, by identifier. Readers look up whether they are stored. */
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
