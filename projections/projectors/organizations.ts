import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { organizationsTable } from '../tables/reference-tables.ts'
import { agencySlug } from './content/agency-slugs.ts'
import { servedLink } from './content/served-link.ts'

const AGENCY = 'agency'

/** The bodies that sources list: legislatures, chambers, executives. */
export const organizations: Projector<
  'organization.observed' | 'organization.removed' | 'reference.released'
> = {
  name: 'organizations',
  events: ['organization.observed', 'organization.removed', 'reference.released'],
  tables: [organizationsTable],
  touches: (event) =>
    event.type === 'reference.released'
      ? releaseTouches(event, organizationsTable)
      : [ownRow(organizationsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'reference.released') return releaseWrites(rows, event, organizationsTable)
    const { id, ocd_id } = event.body
    const existing = rows.get(organizationsTable, id)
    if (event.type === 'organization.removed') {
      return existing === undefined ? [] : [write(organizationsTable, tombstone(existing, event, 'removed'))]
    }
    const { jurisdiction, classification, name, parent_name, links, sources } = event.body.organization
    const item = JSON.stringify({
      id,
      ocd_id,
      jurisdiction,
      classification,
      name,
      parent_name,
      links: links.map(({ url, media_type }) => servedLink({ url, media_type })),
      sources: sources.map(({ url, note }) => servedLink({ url, note })),
    })
    return [
      write(organizationsTable, {
        id,
        ocd_id,
        jurisdiction,
        classification,
        name,
        slug: classification === AGENCY ? agencySlug({ name }) : null,
        item,
        deleted: false,
        ...movedTo(existing, event, existing === undefined ? 'introduced' : 'details'),
      }),
    ]
  },
}
