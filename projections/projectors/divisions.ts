import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { divisionsTable } from '../tables/reference-tables.ts'

/** Places, districts and wards, under the ids of the specification and all their other ids. */
export const divisions: Projector<'division.observed' | 'division.removed' | 'reference.released'> = {
  name: 'divisions',
  events: ['division.observed', 'division.removed', 'reference.released'],
  tables: [divisionsTable],
  touches: (event) =>
    event.type === 'reference.released'
      ? releaseTouches(event, divisionsTable)
      : [ownRow(divisionsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'reference.released') return releaseWrites(rows, event, divisionsTable)
    const { id, ocd_id } = event.body
    const existing = rows.get(divisionsTable, id)
    if (event.type === 'division.removed') {
      return existing === undefined ? [] : [write(divisionsTable, tombstone(existing, event, 'removed'))]
    }
    const { division } = event.body
    const { division_id, country, type, parent_id, name, aliases, valid_from, valid_through } = division
    const { other_names, forms, identifiers, extras } = division
    const shown = { division_id, country, type, parent_id, name, aliases, valid_from, valid_through }
    const item = JSON.stringify({
      id,
      ocd_id,
      ...shown,
      other_names: other_names.map((other) => ({ name: other.name, language: other.language })),
      forms: forms.map((form) => ({
        id: form.id,
        name: form.name,
        valid_from: form.valid_from,
        valid_through: form.valid_through,
      })),
      identifiers: identifiers.map(({ scheme, identifier }) => ({ scheme, identifier })),
      extras,
    })
    return [
      write(divisionsTable, {
        id,
        ocd_id,
        ...shown,
        item,
        deleted: false,
        ...movedTo(existing, event, existing === undefined ? 'introduced' : 'details'),
      }),
    ]
  },
}
