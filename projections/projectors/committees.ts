import type { Committee } from '../../schemas/event-bodies/reference.ts'
import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { committeesTable } from '../tables/reference-tables.ts'
import { servedLink } from './content/served-link.ts'

/** Committees with their members as printed. Readers join the persons. */
export const committees: Projector<'committee.observed' | 'committee.removed' | 'reference.released'> = {
  name: 'committees',
  events: ['committee.observed', 'committee.removed', 'reference.released'],
  tables: [committeesTable],
  touches: (event) =>
    event.type === 'reference.released'
      ? releaseTouches(event, committeesTable)
      : [ownRow(committeesTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'reference.released') return releaseWrites(rows, event, committeesTable)
    const { id, ocd_id } = event.body
    const existing = rows.get(committeesTable, id)
    if (event.type === 'committee.removed') {
      if (existing === undefined) return []
      return [
        write(committeesTable, { ...tombstone(existing, event, 'removed'), memberships: null, detail: null }),
      ]
    }
    const { jurisdiction, chamber, name, classification, parent_ocd_id } = event.body.committee
    return [
      write(committeesTable, {
        id,
        ocd_id,
        jurisdiction,
        chamber,
        name,
        classification,
        parent_ocd_id,
        memberships: memberships(event.body.committee),
        detail: detail(event.body.committee),
        item: JSON.stringify({ id, ocd_id, jurisdiction, chamber, name, classification, parent_ocd_id }),
        deleted: false,
        ...movedTo(existing, event, existing === undefined ? 'introduced' : 'details'),
      }),
    ]
  },
}

function memberships(committee: Committee): string {
  return JSON.stringify(
    committee.memberships.map(({ person_name, role, person_ocd_id, start_date, end_date }) => ({
      person_name,
      role,
      person_ocd_id,
      start_date,
      end_date,
    })),
  )
}

function detail(committee: Committee): string {
  return JSON.stringify({
    links: committee.links.map(({ url, note }) => servedLink({ url, note })),
    other_names: committee.other_names.map(({ name }) => ({ name })),
    sources: committee.sources.map(({ url, note }) => servedLink({ url, note })),
  })
}
