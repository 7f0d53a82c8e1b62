import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { jurisdictionsTable } from '../tables/reference-tables.ts'
import { servedLink } from './content/served-link.ts'

/** States, districts, territories and Congress. Their sessions have their own table, which readers join. */
export const jurisdictions: Projector<
  'jurisdiction.observed' | 'jurisdiction.removed' | 'reference.released'
> = {
  name: 'jurisdictions',
  events: ['jurisdiction.observed', 'jurisdiction.removed', 'reference.released'],
  tables: [jurisdictionsTable],
  touches: (event) =>
    event.type === 'reference.released'
      ? releaseTouches(event, jurisdictionsTable)
      : [ownRow(jurisdictionsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'reference.released') return releaseWrites(rows, event, jurisdictionsTable)
    const { id, ocd_id } = event.body
    const existing = rows.get(jurisdictionsTable, id)
    if (event.type === 'jurisdiction.removed') {
      return existing === undefined ? [] : [write(jurisdictionsTable, tombstone(existing, event, 'removed'))]
    }
    const { jurisdiction } = event.body
    const { jurisdiction_id, abbreviation, name, classification, url, chambers } = jurisdiction
    const content = servedLink({
      id,
      ocd_id,
      division_id: ocd_id,
      jurisdiction_id,
      abbreviation,
      name,
      classification,
      url,
      chambers: chambers.map((one) => ({ chamber: one.chamber, name: one.name })),
    })
    const item = JSON.stringify(content)
    return [
      write(jurisdictionsTable, {
        id,
        ocd_id,
        jurisdiction_id,
        abbreviation,
        name,
        classification,
        item,
        deleted: false,
        ...movedTo(existing, event, existing === undefined ? 'introduced' : 'details'),
      }),
    ]
  },
}
