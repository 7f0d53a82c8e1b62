import { identifierKey } from '../bill-content.ts'
import { removeList, replaceList } from '../part-list.ts'
import { ownRows, type Projector } from '../projector.ts'
import { releasedTouches, releasedWrites } from '../released.ts'
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
      ? releasedTouches(event, relatedBillsTable)
      : [ownRows(relatedBillsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'bill.released') return releasedWrites(rows, event, relatedBillsTable)
    const bill_id = event.body.id
    const held = rows.group(relatedBillsTable, bill_id)
    if (event.type !== 'bill.related_changed') return removeList(relatedBillsTable, held, event)
    const parts = event.body.related_bills.map(({ id, identifier, session, relation_type }) => ({
      id,
      bill_id,
      session,
      identifier_key: identifierKey(identifier),
      item: JSON.stringify({ id, identifier, session, relation_type }),
    }))
    return replaceList(relatedBillsTable, held, parts, event, 'related')
  },
}
