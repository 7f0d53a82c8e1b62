import type {
  AdvocacyOrganization,
  AdvocacyPosition,
  LobbyingFiling,
} from '../../../schemas/event-bodies/advocacy.ts'
import {
  advocacyOrganizationKey,
  advocacyPositionKey,
  lobbyingFilingKey,
} from '../../identity/advocacy-keys.ts'
import { mintOcdId } from '../../identity/identity-keys.ts'
import type { ObservationOf, ObservedType } from '../../source-interface/observation.ts'
import type { SourceItem } from '../../source-interface/source.ts'

/** When and where a source says it. */
export type Said = { readonly record: string; readonly observed_at: string }

/** An organization as one record names it. `identifier`: the publisher's own id, with its kind if it has several. */
export type NamedOrganization = Omit<AdvocacyOrganization, 'identifiers'> & {
  readonly publisher: string
  readonly identifier: string
}

/** The organization in a filing or a position. Its public id does not depend on the order of records. */
export function partyOf({ publisher, identifier, name }: NamedOrganization): LobbyingFiling['client'] {
  return { ocd_id: mintOcdId('advocacy_organization', advocacyOrganizationKey(publisher, identifier)), name }
}

/**
 * Each spelling of a name is a record of its own, so that the organization has all of them. The publisher's id decides
 * which records are one organization.
 */
export function observeOrganization(named: NamedOrganization, said: Said): SourceItem {
  const { publisher, identifier, ...organization } = named
  return observed({
    ...said,
    ...NOTHING_ELSE,
    entity: 'advocacy_organization',
    key: advocacyOrganizationKey(publisher, identifier),
    record_key: organization.name,
    jurisdiction: organization.jurisdiction,
    removed: null,
    parts: {
      advocacy_organization: {
        name: organization.name,
        jurisdiction: organization.jurisdiction,
        type: organization.type,
        roles: organization.roles,
        identifiers: [{ publisher, identifier }],
        other_names: [organization.name, ...organization.other_names],
        description: organization.description,
        url: organization.url,
        counts: organization.counts,
        sources: organization.sources,
      },
    },
  })
}

export function observeFiling(filing: LobbyingFiling, said: Said): SourceItem {
  return observed({
    ...said,
    ...NOTHING_ELSE,
    entity: 'lobbying_filing',
    key: lobbyingFilingKey(filing.publisher, filing.filing_uuid),
    jurisdiction: filing.jurisdiction,
    parts: { filing },
    removed: null,
  })
}

/** `removed`: why the source takes the position back. */
export function observePosition(
  position: AdvocacyPosition,
  said: Said & { readonly jurisdiction: string },
  removed: string | null = null,
): SourceItem {
  return observed({
    ...said,
    ...NOTHING_ELSE,
    entity: 'advocacy_position',
    key: advocacyPositionKey(position),
    parts: removed === null ? { position } : {},
    removed,
  })
}

const NOTHING_ELSE = { discriminator: null, ocd_id: null, schema_rank: 1, bill: null, aliases: [] } as const

function observed<T extends ObservedType>(observation: ObservationOf<T>): SourceItem {
  return { kind: 'observed', group: [observation] } as SourceItem
}
