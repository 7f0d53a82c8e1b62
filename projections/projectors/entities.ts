import type { LogEvent } from '../../schemas/log/event.ts'
import { catalog, eventTypes } from '../../schemas/log/event-catalog.ts'
import { anyRow, type Projector, write } from '../read-model/projector.ts'
import { entityTable } from '../tables/registry-table.ts'

/** Every entity of the log: its last applied sequence, which reveals repeats, and its replacement after a merge. */
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

/** An entity that was merged by mistake returns under its own id: it is recorded again. */
function replacedBy(event: LogEvent, before: number | null): number | null {
  switch (event.type) {
    case 'bill.merged':
    case 'person.merged':
    case 'advocacy_organization.merged':
      return event.body.into.id
    case 'bill.introduced':
    case 'person.observed':
    case 'advocacy_organization.observed':
      return null
    default:
      return before
  }
}
