import { catalog, eventTypes } from '../../schemas/catalog.ts'
import { anyRow, type Projector, write } from '../projector.ts'
import { entityTable } from '../tables/registry-table.ts'

/** Who is in the log: the last sequence applied of each entity, by which a repeat is known, and who replaced it. */
export const registry: Projector = {
  name: 'registry',
  events: eventTypes,
  tables: [entityTable],
  touches: (event) => [anyRow(entityTable, event.body.id)],
  evolve(rows, event) {
    const { id, ocd_id } = event.body
    const held = rows.get(entityTable, id)
    const replaced_by =
      event.type === 'bill.merged' || event.type === 'person.merged'
        ? event.body.into.id
        : (held?.replaced_by ?? null)
    const entity_type = held?.entity_type ?? catalog[event.type].entity
    return [write(entityTable, { id, ocd_id, entity_type, sequence: event.meta.sequence, replaced_by })]
  },
}
