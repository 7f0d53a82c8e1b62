import type {
  AdvocacyOrganization,
  AdvocacyPosition,
  LobbyingFiling,
} from '../../../../schemas/event-bodies/advocacy.ts'
import type { EventBuilder, Named } from '../event-builder.ts'

export const COUNTRY = 'ocd-division/country:us'

export function emitOrganization(
  story: EventBuilder,
  fields: Partial<AdvocacyOrganization> = {},
  named: Named = story.mint('ocd-advocacy-organization'),
): Named {
  story.emit('advocacy_organization.observed', {
    ...named,
    advocacy_organization: {
      name: `Beekeepers ${named.id}`,
      jurisdiction: COUNTRY,
      type: null,
      roles: ['client'],
      identifiers: [{ publisher: 'us-lda', identifier: `client/${named.id}-12` }],
      other_names: [],
      description: null,
      url: null,
      counts: null,
      sources: [],
      ...fields,
    },
  })
  return named
}

export function filingOf(client: Named, fields: Partial<LobbyingFiling> = {}): LobbyingFiling {
  return {
    publisher: 'us-lda',
    filing_uuid: '6f1d7c1a-2a41-4a31-9d0b-0b8d2c3e4f50',
    jurisdiction: COUNTRY,
    kind: 'report',
    type: '1st Quarter - Report',
    year: 2026,
    period: '1st Quarter (Jan 1 - Mar 31)',
    posted_at: '2026-04-20',
    effective_on: null,
    registrant: { ocd_id: client.ocd_id, name: 'Beekeepers' },
    client: { ocd_id: client.ocd_id, name: 'Beekeepers' },
    amount: '40000.00',
    amount_kind: 'income',
    activities: [],
    agencies: [],
    lobbyists: [],
    affiliated_organizations: [],
    foreign_entities: [],
    source_url: null,
    ...fields,
  }
}

export const activityOf = (description: string | null, issue_code: string | null = 'AGR') => ({
  issue_code,
  issue: null,
  description,
  agencies: ['SENATE'],
  lobbyists: [],
})

export function emitFiling(
  story: EventBuilder,
  filing: LobbyingFiling,
  named: Named = story.mint('ocd-lobbying-filing'),
): Named {
  story.emit('lobbying.filed', { ...named, filing })
  return named
}

export function emitPosition(
  story: EventBuilder,
  organization: Named,
  fields: Partial<AdvocacyPosition> = {},
): Named {
  const named = story.mint('ocd-advocacy-position')
  story.emit('position.stated', {
    ...named,
    position: {
      organization: { ocd_id: organization.ocd_id, name: 'Beekeepers' },
      bill: null,
      regulation: null,
      stance: 'support',
      kind: 'published',
      stated_on: '2026-03-02',
      title: null,
      quote: 'We support it.',
      source_url: 'https://bees.example/letter',
      ...fields,
    },
  })
  return named
}
