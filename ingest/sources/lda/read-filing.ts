import type { LobbyingFiling } from '../../../schemas/event-bodies/advocacy.ts'
import type { AdvocacyRole } from '../../../schemas/vocabulary/advocacy.ts'
import type { NamedOrganization } from '../advocacy/observe-advocacy.ts'
import { partyOf } from '../advocacy/observe-advocacy.ts'
import { invalid } from '../records/fields.ts'
import { filingKind } from './filing-kind.ts'

export const UNITED_STATES = 'ocd-division/country:us'
export const PUBLISHER = 'us-lda'
const SITE = 'https://lda.gov'

/** A filing with its two organizations, which are one if the registrant files for itself. */
export type ReadFiling = {
  readonly filing: LobbyingFiling
  readonly organizations: readonly NamedOrganization[]
}

/** A registrant or a client as one form prints it. */
export type PrintedParty = {
  readonly name: string
  readonly description: string | null
  /** `323114`: the Senate's number of the registrant. Null if the form has none. */
  readonly registrant_number: string | null
  /** `101`: the number of the client, which only means something beside its registrant. */
  readonly client_number?: string | null
  readonly is_individual?: boolean
}

export type PrintedFiling = Omit<
  LobbyingFiling,
  'publisher' | 'jurisdiction' | 'kind' | 'registrant' | 'client' | 'source_url'
> & {
  readonly registrant: PrintedParty
  readonly client: PrintedParty
  readonly is_self_filed: boolean
  readonly source_url?: string | null
}

/** Gives the filing that a form prints: the same for each layout. */
export function filingOf({ registrant, client, is_self_filed, ...printed }: PrintedFiling): ReadFiling {
  const filer = organizationOf(registrant, is_self_filed ? ['registrant', 'client'] : ['registrant'], {
    identifier: registrantId(registrant),
    type: registrant.is_individual === true ? 'individual' : is_self_filed ? null : 'lobbying_firm',
  })
  const served: NamedOrganization = is_self_filed
    ? { ...filer, name: client.name, description: client.description ?? filer.description }
    : organizationOf(client, ['client'], { identifier: clientId(registrant, client), type: null })
  const filing: LobbyingFiling = {
    publisher: PUBLISHER,
    filing_uuid: printed.filing_uuid,
    jurisdiction: UNITED_STATES,
    kind: filingKind(printed.type),
    type: printed.type,
    year: printed.year,
    period: printed.period,
    posted_at: printed.posted_at,
    effective_on: printed.effective_on,
    registrant: partyOf(filer),
    client: partyOf(served),
    amount: printed.amount,
    amount_kind: printed.amount_kind,
    activities: printed.activities,
    agencies: printed.agencies,
    lobbyists: printed.lobbyists,
    affiliated_organizations: printed.affiliated_organizations,
    foreign_entities: printed.foreign_entities,
    source_url: printed.source_url ?? pageOf(printed.filing_uuid),
  }
  return { filing, organizations: [filer, served] }
}

function organizationOf(
  { name, description }: PrintedParty,
  roles: AdvocacyRole[],
  { identifier, type }: Pick<NamedOrganization, 'identifier' | 'type'>,
): NamedOrganization {
  return {
    publisher: PUBLISHER,
    identifier,
    name,
    jurisdiction: UNITED_STATES,
    type,
    roles,
    other_names: [],
    description,
    url: null,
    counts: null,
    sources: [{ url: SITE, note: '' }],
  }
}

function registrantId({ registrant_number, name }: PrintedParty): string {
  return registrant_number === null ? `registrant/name ${plainName(name)}` : `registrant/${registrant_number}`
}

/** Without a number, the client is found by its name among the clients of its registrant. */
function clientId(registrant: PrintedParty, { client_number, name }: PrintedParty): string {
  const of = registrantId(registrant).replace('registrant/', '')
  return client_number ? `client/${of}-${client_number}` : `client/${of}/name ${plainName(name)}`
}

const plainName = (name: string): string => name.trim().replaceAll(/\s+/gu, ' ').toUpperCase()

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

/** The page of a filing at the publisher, by its uuid. */
const pageOf = (uuid: string): string | null =>
  UUID.test(uuid) ? `${SITE}/filings/public/filing/${uuid}/print/` : null

/** The first filings are of 1995; a form of the next year may come early. */
export function yearOf(text: string | null, field: string): number {
  const year = Number(text)
  if (!Number.isInteger(year) || year < 1995 || year > 2100) throw invalid(field, text, 'a year such as 2026')
  return year
}

/** Texts of a list without empty ones and repetitions, in their order. */
export const distinct = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text === null || text.trim() === '' ? [] : [text.trim()]))),
]
