import { LegislogError } from '../../schemas/errors.ts'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { sessionsTable } from '../tables/reference-tables.ts'

/**
 * Legislative sessions. An explicit event that a session ended sets `closed_on`, which stays until an event takes it
 * back.
 */
export const sessions: Projector<
  'session.observed' | 'session.closed' | 'session.removed' | 'reference.released'
> = {
  name: 'sessions',
  events: ['session.observed', 'session.closed', 'session.removed', 'reference.released'],
  tables: [sessionsTable],
  touches: (event) =>
    event.type === 'reference.released'
      ? releaseTouches(event, sessionsTable)
      : [ownRow(sessionsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'reference.released') return releaseWrites(rows, event, sessionsTable)
    const { id, ocd_id } = event.body
    const existing = rows.get(sessionsTable, id)
    switch (event.type) {
      case 'session.observed': {
        const { jurisdiction, identifier, name, classification, start_date, end_date, active } =
          event.body.session
        const closedOn = existing?.closed_on ?? null
        const closedBy = existing?.closed_by ?? null
        const item = JSON.stringify({
          id,
          ocd_id,
          jurisdiction,
          identifier,
          name,
          classification,
          start_date,
          end_date,
          active,
          closed_on: closedOn,
          closed_by: closedBy,
        })
        return [
          write(sessionsTable, {
            id,
            ocd_id,
            jurisdiction,
            identifier,
            start_date: dayOf(start_date),
            end_date: dayOf(end_date),
            closed_on: closedOn,
            closed_by: closedBy,
            item,
            deleted: false,
            ...movedTo(existing, event, existing === undefined ? 'introduced' : 'details'),
          }),
        ]
      }
      case 'session.closed': {
        if (existing === undefined) {
          throw new LegislogError('evolve_failed', `session ${ocd_id} is closed before it was observed`)
        }
        const isClosed = event.body.reopened !== true
        const closedOn = isClosed ? dayOf(event.body.closed_on) : null
        const closedBy = isClosed ? (event.body.closed_by ?? null) : null
        const item =
          existing.item &&
          JSON.stringify({ ...JSON.parse(existing.item), closed_on: closedOn, closed_by: closedBy })
        return [
          write(sessionsTable, {
            ...existing,
            closed_on: closedOn,
            closed_by: closedBy,
            item,
            ...movedTo(existing, event, 'status'),
          }),
        ]
      }
      case 'session.removed':
        return existing === undefined ? [] : [write(sessionsTable, tombstone(existing, event, 'removed'))]
    }
  },
}
