import type {
  AdvocacyOrganization,
  AdvocacyPosition,
  LobbyingFiling,
} from '../../../schemas/event-bodies/advocacy.ts'
import * as events from '../builders/advocacy/events.ts'
import type { BuiltBill, EventBuilder, Named } from '../builders/event-builder.ts'

export const CONGRESS = events.COUNTRY

export type BuiltOrganization = Named & { readonly name: string }

/** Adds an organization to the story. */
export function addOrganization(
  story: EventBuilder,
  name: string,
  more: Partial<AdvocacyOrganization> = {},
): BuiltOrganization {
  return { ...events.emitOrganization(story, { name, ...more }), name }
}

const partyOf = ({ ocd_id, name }: BuiltOrganization) => ({ ocd_id, name })

export function filingOf(
  client: BuiltOrganization,
  { id }: { readonly id: number },
  more: Partial<LobbyingFiling> = {},
): LobbyingFiling {
  return events.filingOf(client, {
    filing_uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    type: 'Q3',
    period: `third_quarter ${id}`,
    posted_at: '2026-10-20T12:00:00-04:00',
    registrant: partyOf(client),
    client: partyOf(client),
    amount: null,
    amount_kind: null,
    activities: [activityOf('TAX')],
    source_url: `https://lda.example/filing/${id}`,
    ...more,
  })
}

export const activityOf = (
  issue_code: string,
  description: string | null = null,
  agencies: string[] = [],
): LobbyingFiling['activities'][number] => ({ ...events.activityOf(description, issue_code), agencies })

/** Adds a filing for a client to the story. */
export function addFiling(
  story: EventBuilder,
  client: BuiltOrganization,
  more: Partial<LobbyingFiling> = {},
): Named {
  const named = story.mint('ocd-lobbying-filing')
  return events.emitFiling(story, filingOf(client, named, more), named)
}

/** Adds a published position on a bill to the story. */
export function addPosition(
  story: EventBuilder,
  organization: BuiltOrganization,
  bill: BuiltBill,
  more: Partial<AdvocacyPosition> = {},
): Named {
  const { ocd_id, jurisdiction, session, identifier } = bill
  return events.emitPosition(story, organization, {
    organization: partyOf(organization),
    bill: { ocd_id, jurisdiction, session, identifier },
    stated_on: '2026-09-01',
    quote: null,
    source_url: 'https://positions.example/1',
    ...more,
  })
}
