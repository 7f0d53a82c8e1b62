import { removeListRows, replaceListRows } from '../read-model/list-rows.ts'
import { ownRows, type Projector } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { billSponsorsTable } from '../tables/bill-tables.ts'

/** One row per sponsor, with the printed name. Readers join the person. */
export const billSponsors: Projector<
  'bill.sponsors_changed' | 'bill.merged' | 'bill.removed' | 'bill.released'
> = {
  name: 'bill-sponsors',
  events: ['bill.sponsors_changed', 'bill.merged', 'bill.removed', 'bill.released'],
  tables: [billSponsorsTable],
  touches: (event) =>
    event.type === 'bill.released'
      ? releaseTouches(event, billSponsorsTable)
      : [ownRows(billSponsorsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'bill.released') return releaseWrites(rows, event, billSponsorsTable)
    const billId = event.body.id
    const existing = rows.group(billSponsorsTable, billId)
    if (event.type !== 'bill.sponsors_changed') return removeListRows(billSponsorsTable, existing, event)
    const parts = event.body.sponsors.map((sponsor) => ({
      id: sponsor.id,
      bill_id: billId,
      name: sponsor.name,
      item: JSON.stringify({
        id: sponsor.id,
        name: sponsor.name,
        entity_type: sponsor.entity_type,
        classification: sponsor.classification,
        primary: sponsor.primary,
        roles: sponsor.roles ?? [sponsor.classification],
        chamber: sponsor.chamber,
        district: sponsor.district,
        sponsored_on: sponsor.sponsored_on,
        withdrawn_on: sponsor.withdrawn_on,
        source_id: sponsor.source_id,
      }),
    }))
    return replaceListRows(billSponsorsTable, existing, parts, event, 'sponsors')
  },
}
