import { type Static, Type } from 'typebox'
import {
  advocacyOrganizationTypes,
  advocacyRoles,
  advocacyStances,
  filedAmountKinds,
  filingKinds,
  positionKinds,
  regulationNumberSchemes,
} from '../../vocabulary/advocacy.ts'
import {
  Closed,
  changed,
  Day,
  DayOrTime,
  DivisionId,
  Id,
  linked,
  NotedLink,
  OcdId,
  OrNull,
  Page,
  Text,
  TextOrNull,
  unlinked,
} from '../fields.ts'
import { collectionQuery, Jurisdiction, Words } from '../parameters.ts'

const Dollars = Type.String({
  description: 'US dollars with two decimals',
  pattern: '^\\d+\\.\\d\\d$',
  examples: ['40000.00'],
})
const Count = Type.Integer({ minimum: 0 })
const Link = OrNull(Type.String({ description: 'http or https' }))

const Counts = Closed(
  {
    bills: Count,
    support: Count,
    oppose: Count,
    neutral: Count,
    none: Count,
    years: Type.Array(Type.Integer()),
    paid: Type.Array(Closed({ year: Type.Integer(), amount: Dollars })),
    subjects: Type.Array(Closed({ name: Text, bills: Count })),
  },
  { description: 'What the publisher counts without naming the bills' },
)

export const AdvocacyOrganizationItem = Closed({
  id: Id,
  ocd_id: OcdId,
  name: Text,
  jurisdiction: DivisionId,
  type: OrNull(Type.Enum([...advocacyOrganizationTypes], { description: 'null: no source states it' })),
  roles: Type.Array(Type.Enum([...advocacyRoles])),
  identifiers: Type.Array(Closed({ publisher: Text, identifier: Text })),
  other_names: Type.Array(Text),
  description: TextOrNull,
  ...linked,
  counts: OrNull(Counts),
  sources: Type.Array(NotedLink),
  ...changed,
})
export const AdvocacyOrganizationPage = Page(AdvocacyOrganizationItem)

export const AdvocacyOrganizationQuery = collectionQuery({
  jurisdiction: Jurisdiction,
  type: Type.Optional(
    Type.Enum([...advocacyOrganizationTypes], { description: 'What it is, as a source states it' }),
  ),
  name: Words('A name in any spelling: `Boeing` finds `The Boeing Company`'),
  identifier: Words('An id of a publisher: `us-lda client/323114-12`'),
})
export type AdvocacyOrganizationQuery = Static<typeof AdvocacyOrganizationQuery>

const Party = Closed({ ocd_id: OcdId, name: Type.String({ description: 'As printed' }) })

export const LobbyingFilingItem = Closed({
  id: Id,
  ocd_id: OcdId,
  publisher: Text,
  filing_uuid: Text,
  jurisdiction: DivisionId,
  kind: Type.Enum([...filingKinds]),
  type: Type.String({ description: 'As printed' }),
  year: Type.Integer(),
  period: TextOrNull,
  posted_at: OrNull(DayOrTime),
  effective_on: OrNull(Day),
  registrant: Party,
  client: Party,
  amount: OrNull(Dollars),
  amount_kind: OrNull(Type.Enum([...filedAmountKinds])),
  activities: Type.Array(
    Closed({
      issue_code: TextOrNull,
      issue: TextOrNull,
      description: TextOrNull,
      agencies: Type.Array(Text),
      lobbyists: Type.Array(Text),
    }),
  ),
  agencies: Type.Array(Text),
  lobbyists: Type.Array(Text),
  affiliated_organizations: Type.Array(Text),
  foreign_entities: Type.Array(Closed({ name: Text, country: TextOrNull })),
  source_url: Link,
  ...unlinked,
  ...changed,
})
export const LobbyingFilingPage = Page(LobbyingFilingItem)

export const LobbyingFilingQuery = collectionQuery({
  year: Type.Optional(
    Type.Integer({ minimum: 1995, maximum: 2100, description: 'Year that the filing is about' }),
  ),
  kind: Type.Optional(Type.Enum([...filingKinds], { description: 'Kind of filing' })),
  issue_code: Words('Code of an issue: `TAX`'),
})
export type LobbyingFilingQuery = Static<typeof LobbyingFilingQuery>

export const AdvocacyPositionItem = Closed({
  id: Id,
  ocd_id: OcdId,
  organization: Party,
  bill: OrNull(Closed({ ocd_id: OcdId, jurisdiction: DivisionId, session: Text, identifier: Text })),
  regulation: OrNull(Closed({ scheme: Type.Enum([...regulationNumberSchemes]), number: Text })),
  stance: OrNull(
    Type.Enum([...advocacyStances], { description: 'null: the source states none; it is never inferred' }),
  ),
  kind: Type.Enum([...positionKinds]),
  stated_on: Day,
  title: TextOrNull,
  quote: TextOrNull,
  source_url: Link,
  ...unlinked,
  ...changed,
})
export const AdvocacyPositionPage = Page(AdvocacyPositionItem)
