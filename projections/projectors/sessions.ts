import { dayOf } from '../../schemas/calendar-day.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { moved, tombstone } from '../change-index.ts'
import { ownRow, type Projector, write } from '../projector.ts'
import { releasedTouches, releasedWrites } from '../released.ts'
import { sessionsTable } from '../tables/reference-tables.ts'

/** Legislative sessions. `closed_on` is set by an explicit word that a session ended, and stays until that is taken back. */
export const sessions: Projector<
  'session.observed' | 'session.closed' | 'session.removed' | 'reference.released'
> = {
  name: 'sessions',
  events: ['session.observed', 'session.closed', 'session.removed', 'reference.released'],
  tables: [sessionsTable],
  touches: (event) =>
    event.type === 'reference.released'
      ? releasedTouches(event, sessionsTable)
      : [ownRow(sessionsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'reference.released') return releasedWrites(rows, event, sessionsTable)
    const { id, ocd_id } = event.body
    const held = rows.get(sessionsTable, id)
    switch (event.type) {
      case 'session.observed': {
        const { jurisdiction, identifier, name, classification, start_date, end_date, active } =
          event.body.session
        const closed_on = held?.closed_on ?? null
        const closed_by = held?.closed_by ?? null
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
          closed_on,
          closed_by,
        })
        return [
          write(sessionsTable, {
            id,
            ocd_id,
            jurisdiction,
            identifier,
            start_date: dayOf(start_date),
            end_date: dayOf(end_date),
            closed_on,
            closed_by,
            item,
            deleted: false,
            ...moved(held, event, held === undefined ? 'introduced' : 'details'),
          }),
        ]
      }
      case 'session.closed': {
        if (held === undefined) {
          throw new LegislogError('evolve_failed', `session ${ocd_id} is closed before it was observed`)
        }
        const is_closed = event.body.reopened !== true
        const closed_on = is_closed ? dayOf(event.body.closed_on) : null
        const closed_by = is_closed ? (event.body.closed_by ?? null) : null
        const item = held.item && JSON.stringify({ ...JSON.parse(held.item), closed_on, closed_by })
        return [
          write(sessionsTable, { ...held, closed_on, closed_by, item, ...moved(held, event, 'status') }),
        ]
      }
      case 'session.removed':
        return held === undefined ? [] : [write(sessionsTable, tombstone(held, event, 'removed'))]
    }
  },
}
