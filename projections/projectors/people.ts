import { dayOf } from '../../schemas/values/calendar-day.ts'
import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { peopleTable } from '../tables/reference-tables.ts'
import { leadershipOf } from './content/leadership.ts'
import { nameWords } from './content/name-words.ts'
import { currentParty, currentRole, personContent, personDetail } from './content/person-content.ts'

/** Legislators and other officials. Columns show their legislative role at the time of observation. */
export const people: Projector<
  'person.observed' | 'person.merged' | 'person.removed' | 'reference.released'
> = {
  name: 'people',
  events: ['person.observed', 'person.merged', 'person.removed', 'reference.released'],
  tables: [peopleTable],
  touches: (event) =>
    event.type === 'reference.released'
      ? releaseTouches(event, peopleTable)
      : [ownRow(peopleTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'reference.released') return releaseWrites(rows, event, peopleTable)
    const { id, ocd_id } = event.body
    const existing = rows.get(peopleTable, id)
    if (event.type !== 'person.observed') {
      if (existing === undefined) return []
      const reason = event.type === 'person.merged' ? 'merged' : 'removed'
      return [write(peopleTable, { ...tombstone(existing, event, reason), detail: null })]
    }
    const { person } = event.body
    const role = currentRole(person, event.meta.time)
    const party = currentParty(person, event.meta.time)
    return [
      write(peopleTable, {
        id,
        ocd_id,
        name: person.name,
        family_name: person.family_name,
        jurisdiction: role?.jurisdiction ?? null,
        chamber: role?.chamber ?? null,
        district: role?.district ?? null,
        division_id: role?.division_id ?? null,
        role_starts_on: dayOf(role?.start_date),
        role_ends_on: dayOf(role?.end_date),
        party,
        name_words: nameWords([person.name, ...person.other_names.map(({ name }) => name)]),
        leadership: role === undefined ? null : leadershipOf(person, role, event.meta.time),
        detail: personDetail(person),
        item: personContent(id, ocd_id, person, role, party),
        deleted: false,
        ...movedTo(existing, event, existing === undefined ? 'introduced' : 'details'),
      }),
    ]
  },
}
