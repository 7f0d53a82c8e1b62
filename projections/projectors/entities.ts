import type { LogEvent } from '../../schemas/log/event.ts'
import { catalog, eventTypes } from '../../schemas/log/event-catalog.ts'
import { anyRow, type Projector, write } from '../read-model/projector.ts'
import { entityTable } from '../tables/registry-table.ts'

/** Who is in the log: the last sequence applied of each entity, by which a repeat is known, and who replaced it. */
export const entities: Projector = {
  name: 'registry',
  events: eventTypes,
  tables: [entityTable],
  touches: (event) => [anyRow(entityTable, event.body.id)],
  evolve(rows, event) {
    const { id, ocd_id } = event.body
    const existing = rows.get(entityTable, id)
    const replaced_by = replacedBy(event, existing?.replaced_by ?? null)
    const entityType = existing?.entity_type ?? catalog[event.type].entity
    return [
      write(entityTable, { id, ocd_id, entity_type: entityType, sequence: event.meta.sequence, replaced_by }),
    ]
  },
}

/** What was merged by mistake comes back under its own id: it is told anew. */
function replacedBy(event: LogEvent, before: number | null): number | null {
  switch (event.type) {
    case 'bill.merged':
    case 'person.merged':
      return event.body.into.id
    case 'bill.introduced':
    case 'person.observed':
      return null
    default:
      return before
  }
}
