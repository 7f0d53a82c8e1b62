import { type Static, Type } from 'typebox'
import {
  advocacyOrganizationTypes,
  advocacyRoles,
  advocacyStances,
  filedAmountKinds,
  filingKinds,
  positionKinds,
  regulationNumberSchemes,
} from '../vocabulary/advocacy.ts'
import { DateOnly, DateOrTime, DivisionId, EventBody, Nullable, Source, Word } from './common.ts'

/** Money is text, so that no reader makes a float of it. */
const Dollars = Type.String({ description: 'US dollars with two decimals: 80000.00' })

/** What a publisher counts about an organization, if it does not name the bills. */
export const AdvocacyCounts = Type.Object({
  bills: Type.Integer(),
  support: Type.Integer(),
  oppose: Type.Integer(),
  neutral: Type.Integer(),
  none: Type.Integer({ description: 'Without a position' }),
  years: Type.Array(Type.Integer()),
  paid: Type.Array(Type.Object({ year: Type.Integer(), amount: Dollars }), {
    description: 'To lobbyists, by year',
  }),
  subjects: Type.Array(Type.Object({ name: Type.String(), bills: Type.Integer() })),
})
export type AdvocacyCounts = Static<typeof AdvocacyCounts>

/** An organization that acts on bills or rules, and is no legislature and no agency. */
export const AdvocacyOrganization = Type.Object({
  name: Type.String({ description: 'As the publisher prints it' }),
  jurisdiction: DivisionId,
  type: Nullable(Word(advocacyOrganizationTypes, 'What it is, if a source states it.')),
  roles: Type.Array(Word(advocacyRoles, 'Role.')),
  identifiers: Type.Array(Type.Object({ publisher: Type.String(), identifier: Type.String() })),
  other_names: Type.Array(Type.String()),
  description: Nullable(Type.String({ description: 'As filed' })),
  url: Nullable(Type.String()),
  counts: Nullable(AdvocacyCounts),
  sources: Type.Array(Source),
})
export type AdvocacyOrganization = Static<typeof AdvocacyOrganization>

/** A party of a filing or of a position. */
const Party = Type.Object({
  ocd_id: Type.String({ description: 'Of the advocacy organization' }),
  name: Type.String({ description: 'As printed' }),
})

/** One issue of a filing. Of persons, only the name as filed is kept. */
export const LobbyingActivity = Type.Object({
  issue_code: Nullable(Type.String({ description: 'TAX' })),
  issue: Nullable(Type.String({ description: 'As printed' })),
  description: Nullable(Type.String({ description: 'The specific issues, as filed' })),
  agencies: Type.Array(Type.String()),
  lobbyists: Type.Array(Type.String()),
})
export type LobbyingActivity = Static<typeof LobbyingActivity>

export const LobbyingFiling = Type.Object({
  publisher: Type.String({ description: 'us-lda' }),
  filing_uuid: Type.String(),
  jurisdiction: DivisionId,
  kind: Word(filingKinds, 'Kind of filing.'),
  type: Type.String({ description: 'As printed' }),
  year: Type.Integer(),
  period: Nullable(Type.String({ description: 'As printed' })),
  posted_at: Nullable(DateOrTime),
  effective_on: Nullable(DateOnly),
  registrant: Party,
  client: Party,
  amount: Nullable(Dollars),
  amount_kind: Nullable(Word(filedAmountKinds, 'Kind of amount.')),
  activities: Type.Array(LobbyingActivity),
  agencies: Type.Array(Type.String(), { description: 'Of the whole filing' }),
  lobbyists: Type.Array(Type.String(), { description: 'Of the whole filing' }),
  affiliated_organizations: Type.Array(Type.String()),
  foreign_entities: Type.Array(Type.Object({ name: Type.String(), country: Nullable(Type.String()) })),
  source_url: Nullable(Type.String()),
})
export type LobbyingFiling = Static<typeof LobbyingFiling>

/** What an organization says about one bill or one regulation. It names one of the two. */
export const AdvocacyPosition = Type.Object({
  organization: Party,
  bill: Nullable(
    Type.Object({
      ocd_id: Type.String({ description: 'As it is minted from the three others' }),
      jurisdiction: DivisionId,
      session: Type.String(),
      identifier: Type.String(),
    }),
  ),
  regulation: Nullable(
    Type.Object({ scheme: Word(regulationNumberSchemes, 'Kind of number.'), number: Type.String() }),
  ),
  stance: Nullable(Word(advocacyStances, 'As the source states it.')),
  kind: Word(positionKinds, 'Kind of source.'),
  stated_on: DateOnly,
  title: Nullable(Type.String({ description: 'Of the statement' })),
  quote: Nullable(Type.String()),
  source_url: Nullable(Type.String()),
})
export type AdvocacyPosition = Static<typeof AdvocacyPosition>

const into = Type.Object({ id: Type.Integer(), ocd_id: Type.String() })
const reason = Type.String()

export const AdvocacyOrganizationObserved = EventBody({ advocacy_organization: AdvocacyOrganization })
export const AdvocacyOrganizationMerged = EventBody({ into })
export const AdvocacyOrganizationRemoved = EventBody({ reason })
export const LobbyingFiled = EventBody({ filing: LobbyingFiling })
export const LobbyingCorrected = EventBody({ filing: LobbyingFiling })
export const LobbyingRemoved = EventBody({ reason })
export const PositionStated = EventBody({ position: AdvocacyPosition })
export const PositionCorrected = EventBody({ position: AdvocacyPosition })
export const PositionRemoved = EventBody({ reason })
