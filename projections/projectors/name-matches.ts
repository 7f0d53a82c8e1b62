import { movedTo } from '../read-model/change-index.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { nameMatchesTable } from '../tables/reference-tables.ts'

/** Printed names and the persons that they mean. Readers join them to sponsors and voters. */
export const nameMatches: Projector<'name.matched' | 'reference.released'> = {
  name: 'name-matches',
  events: ['name.matched', 'reference.released'],
  tables: [nameMatchesTable],
  touches: (event) =>
    event.type === 'reference.released'
      ? releaseTouches(event, nameMatchesTable)
      : [ownRow(nameMatchesTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'reference.released') return releaseWrites(rows, event, nameMatchesTable)
    const { id, ocd_id } = event.body
    const existing = rows.get(nameMatchesTable, id)
    const { jurisdiction, session, chamber, printed_name, person, candidates } = event.body.match
    const item = JSON.stringify({
      id,
      ocd_id,
      jurisdiction,
      session,
      chamber,
      printed_name,
      person: person && { id: person.id, ocd_id: person.ocd_id },
      candidates,
    })
    return [
      write(nameMatchesTable, {
        id,
        ocd_id,
        jurisdiction,
        session,
        chamber,
        printed_name,
        person_id: person?.id ?? null,
        person_ocd_id: person?.ocd_id ?? null,
        candidates,
        item,
        deleted: false,
        ...movedTo(existing, event, existing === undefined ? 'introduced' : 'details'),
      }),
    ]
  },
}
