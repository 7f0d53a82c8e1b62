import { billContext, billEntity, core } from './event-bodies.ts'
import { LogBuilder } from './log-builder.ts'

/** A log in which so many bills are introduced, HB 1 with the id 1 and so on. */
export function introduceBills(count: number): LogBuilder {
  const log = new LogBuilder()
  for (let id = 1; id <= count; id++) {
    const bill = billEntity(id)
    log.add('bill.introduced', bill.ocd_id, { ...bill, bill: billContext(bill), core: core(`HB ${id}`) })
  }
  return log
}
