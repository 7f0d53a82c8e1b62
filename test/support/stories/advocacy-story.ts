import type {
  AdvocacyOrganization,
  AdvocacyPosition,
  LobbyingFiling,
} from '../../../schemas/event-bodies/advocacy.ts'
import type { BuiltBill, EventBuilder, Named } from '../builders/event-builder.ts'

export const CONGRESS = 'ocd-division/country:us'

export type BuiltOrganization = Named & { readonly name: string }

/** Adds an organization to the story. */
export function addOrganization(
  story: EventBuilder,
  name: string,
  more: Partial<AdvocacyOrganization> = {},
): BuiltOrganization {
  const named = story.mint('ocd-advocacy-organization')
  const advocacy_organization: AdvocacyOrganization = {
    name,
    jurisdiction: CONGRESS,
    type: null,
    roles: ['client'],
    identifiers: [{ publisher: 'us-lda', identifier: `client/${named.id}` }],
    other_names: [],
    description: null,
    url: null,
    counts: null,
    sources: [],
    ...more,
  }
  story.emit('advocacy_organization.observed', { ...named, advocacy_organization })
  return { ...named, name }
}

export const partyOf = ({ ocd_id, name }: BuiltOrganization) => ({ ocd_id, name })

export function filingOf(
  client: BuiltOrganization,
  { id }: { readonly id: number },
  more: Partial<LobbyingFiling> = {},
): LobbyingFiling {
  return {
    publisher: 'us-lda',
    filing_uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    jurisdiction: CONGRESS,
    kind: 'report',
    type: 'Q3',
    year: 2026,
    period: `third_quarter ${id}`,
    posted_at: '2026-10-20T12:00:00-04:00',
    effective_on: null,
    registrant: partyOf(client),
    client: partyOf(client),
    amount: null,
    amount_kind: null,
    activities: [activityOf('TAX')],
    agencies: [],
    lobbyists: [],
    affiliated_organizations: [],
    foreign_entities: [],
    source_url: `https://lda.example/filing/${id}`,
    ...more,
  }
}

export const activityOf = (
  issue_code: string,
  description: string | null = null,
  agencies: string[] = [],
): LobbyingFiling['activities'][number] => ({ issue_code, issue: null, description, agencies, lobbyists: [] })

/** Adds a filing for a client to the story. */
export function addFiling(
  story: EventBuilder,
  client: BuiltOrganization,
  more: Partial<LobbyingFiling> = {},
): Named {
  const named = story.mint('ocd-lobbying-filing')
  story.emit('lobbying.filed', { ...named, filing: filingOf(client, named, more) })
  return named
}

/** Adds a published position on a bill to the story. */
export function addPosition(
  story: EventBuilder,
  organization: BuiltOrganization,
  bill: BuiltBill,
  more: Partial<AdvocacyPosition> = {},
): Named {
  const named = story.mint('ocd-advocacy-position')
  const { ocd_id, jurisdiction, session, identifier } = bill
  const position: AdvocacyPosition = {
    organization: partyOf(organization),
    bill: { ocd_id, jurisdiction, session, identifier },
    regulation: null,
    stance: 'support',
    kind: 'published',
    stated_on: '2026-09-01',
    title: null,
    quote: null,
    source_url: 'https://positions.example/1',
    ...more,
  }
  story.emit('position.stated', { ...named, position })
  return named
}
