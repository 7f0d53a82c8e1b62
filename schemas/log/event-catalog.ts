import type { Static, TSchema } from 'typebox'
import * as addresses from '../event-bodies/address-release.ts'
import * as advocacy from '../event-bodies/advocacy.ts'
import * as bill from '../event-bodies/bill.ts'
import * as boundary from '../event-bodies/boundary.ts'
import * as derivation from '../event-bodies/derivation.ts'
import * as model from '../event-bodies/model-text.ts'
import * as reference from '../event-bodies/reference.ts'
import * as regulation from '../event-bodies/regulation.ts'
import * as scorecard from '../event-bodies/scorecard.ts'
import * as vote from '../event-bodies/vote.ts'
import type { EntityType } from '../vocabulary/vocabulary.ts'
import type { TopicName } from './topics.ts'

type Entry<
  T extends TopicName = TopicName,
  E extends EntityType = EntityType,
  S extends TSchema = TSchema,
> = {
  readonly topic: T
  readonly entity: E
  /** The current version. Versions count from 1, so it is the number of older ones plus one. */
  readonly version: number
  readonly schema: S
  /** Schemas of versions 1, 2 … before the current one. Kept forever: the log has events of them. */
  readonly older: readonly TSchema[]
}

const eventType = <T extends TopicName, E extends EntityType, S extends TSchema>(
  topic: T,
  entity: E,
  schema: S,
  older: readonly TSchema[] = [],
): Entry<T, E, S> => ({ topic, entity, version: older.length + 1, schema, older })

const bills = 'legislog.bills.v1'
const votes = 'legislog.votes.v1'
const regulations = 'legislog.regulations.v1'
const refs = 'legislog.reference.v1'
const derived = 'legislog.derived.v1'
const acts = 'legislog.advocacy.v1'

/**
 * Every event type of the log with the schema of its current version and every older one. To add a type or a version,
 * add a line here and a fixture in `fixtures/`; a version also needs an upcaster in `upcasters.ts`.
 */
export const catalog = {
  'bill.introduced': eventType(bills, 'bill', bill.BillIntroduced),
  'bill.updated': eventType(bills, 'bill', bill.BillUpdated),
  'bill.action': eventType(bills, 'bill', bill.BillAction, [bill.BillActionV1]),
  'bill.action_corrected': eventType(bills, 'bill', bill.BillAction),
  'bill.action_removed': eventType(bills, 'bill', bill.BillActionRemoved),
  'bill.status_changed': eventType(bills, 'bill', bill.BillStatusChanged),
  'bill.sponsors_changed': eventType(bills, 'bill', bill.BillSponsorsChanged),
  'bill.versions_changed': eventType(bills, 'bill', bill.BillVersionsChanged),
  'bill.documents_changed': eventType(bills, 'bill', bill.BillDocumentsChanged),
  'bill.related_changed': eventType(bills, 'bill', bill.BillRelatedChanged),
  'bill.merged': eventType(bills, 'bill', bill.BillMerged),
  'bill.removed': eventType(bills, 'bill', bill.BillRemoved),
  'vote.recorded': eventType(votes, 'vote', vote.VoteRecorded),
  'vote.corrected': eventType(votes, 'vote', vote.VoteCorrected),
  'vote.removed': eventType(votes, 'vote', vote.VoteRemoved),
  'regulation.published': eventType(regulations, 'regulation', regulation.RegulationPublished),
  'regulation.updated': eventType(regulations, 'regulation', regulation.RegulationUpdated),
  'regulation.comment_period_changed': eventType(
    regulations,
    'regulation',
    regulation.RegulationCommentPeriodChanged,
  ),
  'regulation.comment_period_closed': eventType(
    regulations,
    'regulation',
    regulation.RegulationCommentPeriodClosed,
  ),
  'regulation.removed': eventType(regulations, 'regulation', regulation.RegulationRemoved),
  'jurisdiction.observed': eventType(refs, 'jurisdiction', reference.JurisdictionObserved),
  'jurisdiction.removed': eventType(refs, 'jurisdiction', reference.JurisdictionRemoved),
  'session.observed': eventType(refs, 'session', reference.SessionObserved),
  'session.closed': eventType(refs, 'session', reference.SessionClosed),
  'session.removed': eventType(refs, 'session', reference.SessionRemoved),
  'person.observed': eventType(refs, 'person', reference.PersonObserved),
  'person.merged': eventType(refs, 'person', reference.PersonMerged),
  'person.removed': eventType(refs, 'person', reference.PersonRemoved),
  'committee.observed': eventType(refs, 'committee', reference.CommitteeObserved),
  'committee.removed': eventType(refs, 'committee', reference.CommitteeRemoved),
  'organization.observed': eventType(refs, 'organization', reference.OrganizationObserved),
  'organization.removed': eventType(refs, 'organization', reference.OrganizationRemoved),
  'division.observed': eventType(refs, 'division', reference.DivisionObserved),
  'division.removed': eventType(refs, 'division', reference.DivisionRemoved),
  'boundary.loaded': eventType(refs, 'boundary', boundary.BoundaryLoaded),
  'boundary.removed': eventType(refs, 'boundary', boundary.BoundaryRemoved),
  'address_release.loaded': eventType(refs, 'address_release', addresses.AddressReleaseLoaded),
  'address_release.withdrawn': eventType(refs, 'address_release', addresses.AddressReleaseWithdrawn),
  'model_text.observed': eventType(refs, 'model_text', model.ModelTextObserved),
  'model_text.removed': eventType(refs, 'model_text', model.ModelTextRemoved),
  'scorecard.published': eventType(refs, 'scorecard', scorecard.ScorecardPublished),
  'scorecard.updated': eventType(refs, 'scorecard', scorecard.ScorecardUpdated),
  'scorecard.removed': eventType(refs, 'scorecard', scorecard.ScorecardRemoved),
  'name.matched': eventType(refs, 'name_match', reference.NameMatched),
  'derivation.recorded': eventType(derived, 'derivation', derivation.DerivationRecorded),
  'derivation.removed': eventType(derived, 'derivation', derivation.DerivationRemoved),
  'advocacy_organization.observed': eventType(
    acts,
    'advocacy_organization',
    advocacy.AdvocacyOrganizationObserved,
  ),
  'advocacy_organization.merged': eventType(
    acts,
    'advocacy_organization',
    advocacy.AdvocacyOrganizationMerged,
  ),
  'advocacy_organization.removed': eventType(
    acts,
    'advocacy_organization',
    advocacy.AdvocacyOrganizationRemoved,
  ),
  'lobbying.filed': eventType(acts, 'lobbying_filing', advocacy.LobbyingFiled),
  'lobbying.corrected': eventType(acts, 'lobbying_filing', advocacy.LobbyingCorrected),
  'lobbying.removed': eventType(acts, 'lobbying_filing', advocacy.LobbyingRemoved),
  'position.stated': eventType(acts, 'advocacy_position', advocacy.PositionStated),
  'position.corrected': eventType(acts, 'advocacy_position', advocacy.PositionCorrected),
  'position.removed': eventType(acts, 'advocacy_position', advocacy.PositionRemoved),
  'bill.released': eventType(bills, 'bill', reference.KeyReleased),
  'vote.released': eventType(votes, 'vote', reference.KeyReleased),
  'regulation.released': eventType(regulations, 'regulation', reference.KeyReleased),
  'reference.released': eventType(refs, 'jurisdiction', reference.KeyReleased),
  'derivation.released': eventType(derived, 'derivation', reference.KeyReleased),
  'advocacy.released': eventType(acts, 'advocacy_organization', reference.KeyReleased),
} as const satisfies Record<string, Entry>

export type EventType = keyof typeof catalog
export type EventBodyOf<T extends EventType> = Static<(typeof catalog)[T]['schema']>

export const eventTypes = Object.keys(catalog) as EventType[]

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(catalog, type)
}

/**
 * Topic-record name strategy. Each version is a record of its own. The registry checks additions to a version for
 * BACKWARD_TRANSITIVE. An incompatible change becomes the next version, with an upcaster.
 */
export function subjectOf(type: EventType, version: number): string {
  const record = version === 1 ? type : `${type}.v${version}`
  return `${catalog[type].topic}-${record}`
}

/** Every version of every type, oldest first. */
export function schemaVersions(): { type: EventType; version: number }[] {
  return eventTypes.flatMap((type) =>
    Array.from({ length: catalog[type].version }, (_, index) => ({ type, version: index + 1 })),
  )
}

/** `version` counts from 1. */
export function schemaOf(type: EventType, version: number): TSchema | undefined {
  const entry: Entry = catalog[type]
  return version === entry.version ? entry.schema : entry.older[version - 1]
}
