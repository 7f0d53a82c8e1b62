import { type Projector, write } from '../read-model/projector.ts'
import { billStatusesTable } from '../tables/bill-tables.ts'

/** The statuses that a bill has had, as its last status event lists them. */
export const billStatuses: Projector<'bill.status_changed' | 'bill.merged' | 'bill.removed'> = {
  name: 'bill-statuses',
  events: ['bill.status_changed', 'bill.merged', 'bill.removed'],
  tables: [billStatusesTable],
  touches: () => [],
  evolve(_rows, event) {
    const billId = event.body.id
    if (event.type !== 'bill.status_changed')
      return [write(billStatusesTable, { bill_id: billId, status: null })]
    const { to, detail, date, action_id, progress } = event.body
    const status = JSON.stringify({
      status: to,
      detail,
      date,
      action_id,
      progress: progress.map((step) => ({
        status: step.status,
        detail: step.detail,
        date: step.date,
        action_id: step.action_id,
      })),
    })
    return [write(billStatusesTable, { bill_id: billId, status })]
  },
}
