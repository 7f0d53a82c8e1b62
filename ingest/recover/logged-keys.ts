import type { BillCore } from '../../schemas/event-bodies/bill.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import type { EntityType } from '../../schemas/vocabulary/vocabulary.ts'
import { advocacyOrganizationKey, advocacyPositionKey, lobbyingFilingKey } from '../identity/advocacy-keys.ts'
import { formerBillKeys, normalizeIdentifier } from '../identity/bill-identifiers.ts'
import {
  addressReleaseKey,
  billKey,
  boundaryKey,
  derivationKey,
  digestOfObjects,
  jurisdictionKey,
  mintOcdId,
  modelTextKey,
  nameMatchKey,
  organizationKey,
  regulationKey,
  scorecardKey,
  sessionKey,
  upstreamKey,
  variantKey,
} from '../identity/identity-keys.ts'

/** A natural key that an event shows for its entity. */
export type LoggedKey = {
  readonly natural_key: string
  readonly base_key: string
  /** The entity's public id was minted from this key. Other keys may belong first to another entity. */
  readonly is_proven: boolean
}

/** Votes, committees and entities with upstream ids are found by public id when they are reported again. */
export function loggedKeys(event: LogEvent): LoggedKey[] {
  const { ocd_id } = event.body
  const minted = (entity: EntityType, naturalKey: string): LoggedKey => ({
    natural_key: naturalKey,
    base_key: naturalKey,
    is_proven: mintOcdId(entity, naturalKey) === ocd_id,
  })
  switch (event.type) {
    case 'bill.introduced':
    case 'bill.updated':
      return billKeys(ocd_id, event.body.core)
    case 'session.observed': {
      const { jurisdiction, identifier } = event.body.session
      return [minted('session', sessionKey(jurisdiction, identifier))]
    }
    case 'jurisdiction.observed': {
      const key = jurisdictionKey(event.body.jurisdiction.division_id)
      return [{ natural_key: key, base_key: key, is_proven: key === ocd_id }]
    }
    case 'division.observed': {
      // If the specification and the lists use different names, the list's name is the key; it is one of the aliases.
      const { division_id, aliases } = event.body.division
      const keys = [division_id, ...aliases].map((key) => minted('division', key))
      return [keys.find(isProven) ?? keys[0]!]
    }
    case 'boundary.loaded': {
      const { division_id, release } = event.body.boundary
      return [minted('boundary', boundaryKey(division_id, release))]
    }
    case 'address_release.loaded': {
      const { publisher, area, vintage, objects } = event.body.address_release
      return [
        minted('address_release', addressReleaseKey(publisher, area, vintage, digestOfObjects(objects))),
      ]
    }
    case 'model_text.observed': {
      const { publisher, title } = event.body.model_text
      return [minted('model_text', modelTextKey(publisher, title))]
    }
    case 'scorecard.published':
    case 'scorecard.updated': {
      // The scorecard of an account has an id of its own.
      const { organization, title } = event.body.scorecard
      return [minted('scorecard', scorecardKey(organization.name, title))].filter(isProven)
    }
    case 'advocacy_organization.observed': {
      // After a merge it has the identifiers of all.
      const { identifiers } = event.body.advocacy_organization
      return identifiers.map(({ publisher, identifier }) =>
        minted('advocacy_organization', advocacyOrganizationKey(publisher, identifier)),
      )
    }
    case 'lobbying.filed':
    case 'lobbying.corrected': {
      const { publisher, filing_uuid } = event.body.filing
      return [minted('lobbying_filing', lobbyingFilingKey(publisher, filing_uuid))]
    }
    case 'position.stated':
    case 'position.corrected':
      return [minted('advocacy_position', advocacyPositionKey(event.body.position))]
    case 'person.observed': {
      const own = upstreamKey(ocd_id)
      const bioguides = event.body.person.other_identifiers.filter(({ scheme }) => scheme === 'bioguide')
      const others = bioguides.map(({ identifier }) => upstreamKey(`bioguide ${identifier}`))
      return [
        { natural_key: own, base_key: own, is_proven: true },
        ...others.map((key) => ({ natural_key: key, base_key: key, is_proven: false })),
      ]
    }
    case 'organization.observed': {
      const { jurisdiction, classification, name } = event.body.organization
      return [minted('organization', organizationKey(jurisdiction, classification, name))].filter(isProven)
    }
    case 'regulation.published':
    case 'regulation.updated': {
      const { document_number, publication_date } = event.body.regulation
      if (publication_date === null) return []
      return [minted('regulation', regulationKey(document_number, publication_date))].filter(isProven)
    }
    case 'name.matched': {
      const { jurisdiction, session, chamber, printed_name } = event.body.match
      return [minted('name_match', nameMatchKey(jurisdiction, session, chamber, printed_name))]
    }
    case 'derivation.recorded': {
      const { kind, language } = event.body.derivation
      return [minted('derivation', derivationKey(event.key, kind, language))]
    }
    default:
      return []
  }
}

const isProven = (key: LoggedKey): boolean => key.is_proven

/** For a bill that only votes have named. */
export function namedBillKeys(
  ocdId: string,
  bill: { readonly jurisdiction: string; readonly session: string; readonly identifier: string | null },
): LoggedKey[] {
  const { jurisdiction, session, identifier } = bill
  return identifier === null ? [] : billKeys(ocdId, { jurisdiction, session, identifier, sources: [] })
}

/** If one listing has several bills with one number, their address distinguishes the later ones. */
function billKeys(
  ocdId: string,
  core: Pick<BillCore, 'jurisdiction' | 'session' | 'identifier' | 'sources'>,
): LoggedKey[] {
  const { jurisdiction, session, identifier, sources } = core
  const baseKey = billKey(jurisdiction, session, normalizeIdentifier(jurisdiction, identifier))
  const variants = sources.map(({ url }) => variantKey(baseKey, url))
  const isOwn = (key: string): boolean => mintOcdId('bill', key) === ocdId
  const own = [baseKey, ...variants].find(isOwn)
  const present = { natural_key: own ?? baseKey, base_key: baseKey, is_proven: own !== undefined }
  const former = own === undefined ? formerBillKeys(jurisdiction, session, identifier).find(isOwn) : undefined
  return former === undefined
    ? [present]
    : [{ natural_key: former, base_key: former, is_proven: true }, present]
}
