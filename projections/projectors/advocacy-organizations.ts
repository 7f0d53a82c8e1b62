import type { AdvocacyOrganization } from '../../schemas/event-bodies/advocacy.ts'
import { organizationNameKey } from '../../schemas/values/organization-name.ts'
import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { advocacyOrganizationsTable } from '../tables/advocacy-tables.ts'
import { servedLink } from './content/served-link.ts'

type Types =
  | 'advocacy_organization.observed'
  | 'advocacy_organization.merged'
  | 'advocacy_organization.removed'
  | 'advocacy.released'

/** Organizations that act on bills and rules. */
export const advocacyOrganizations: Projector<Types> = {
  name: 'advocacy-organizations',
  events: [
    'advocacy_organization.observed',
    'advocacy_organization.merged',
    'advocacy_organization.removed',
    'advocacy.released',
  ],
  tables: [advocacyOrganizationsTable],
  touches: (event) =>
    event.type === 'advocacy.released'
      ? releaseTouches(event, advocacyOrganizationsTable)
      : [ownRow(advocacyOrganizationsTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'advocacy.released') return releaseWrites(rows, event, advocacyOrganizationsTable)
    const { id, ocd_id } = event.body
    const existing = rows.get(advocacyOrganizationsTable, id)
    if (event.type !== 'advocacy_organization.observed') {
      if (existing === undefined) return []
      const reason = event.type === 'advocacy_organization.merged' ? 'merged' : 'removed'
      return [write(advocacyOrganizationsTable, tombstone(existing, event, reason))]
    }
    const { advocacy_organization: organization } = event.body
    return [
      write(advocacyOrganizationsTable, {
        id,
        ocd_id,
        name: organization.name,
        name_key: organizationNameKey(organization.name),
        jurisdiction: organization.jurisdiction,
        type: organization.type,
        roles: organization.roles,
        identifiers: organization.identifiers.map(
          ({ publisher, identifier }) => `${publisher} ${identifier}`,
        ),
        names: [organization.name, ...organization.other_names],
        subjects: organization.counts?.subjects.map(({ name }) => name) ?? [],
        item: advocacyOrganizationContent(event.body, organization),
        deleted: false,
        ...movedTo(existing, event, existing === undefined ? 'introduced' : 'details'),
      }),
    ]
  },
}

type Ids = { readonly id: number; readonly ocd_id: string }

function advocacyOrganizationContent({ id, ocd_id }: Ids, organization: AdvocacyOrganization): string {
  const { name, jurisdiction, type, roles, identifiers, other_names, description, url } = organization
  return JSON.stringify({
    id,
    ocd_id,
    name,
    jurisdiction,
    type,
    roles,
    identifiers: identifiers.map(({ publisher, identifier }) => ({ publisher, identifier })),
    other_names,
    description,
    ...servedLink({ url }),
    counts: organization.counts === null ? null : countsContent(organization.counts),
    sources: organization.sources.map((source) => servedLink({ url: source.url, note: source.note })),
  })
}

const countsContent = (counts: NonNullable<AdvocacyOrganization['counts']>) => ({
  bills: counts.bills,
  support: counts.support,
  oppose: counts.oppose,
  neutral: counts.neutral,
  none: counts.none,
  years: counts.years,
  paid: counts.paid.map(({ year, amount }) => ({ year, amount })),
  subjects: counts.subjects.map(({ name, bills }) => ({ name, bills })),
})
