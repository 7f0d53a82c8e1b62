import type { EntityType } from '../vocabulary/vocabulary.ts'
import type { TopicName } from './topics.ts'

type Entry<T extends TopicName = TopicName, E extends EntityType = EntityType> = {
  readonly topic: T
  readonly entity: E
  /** The current version. Versions count from 1. */
  readonly version: number
}

const eventType = <T extends TopicName, E extends EntityType>(
  topic: T,
  entity: E,
  version = 1,
): Entry<T, E> => ({ topic, entity, version })

const bills = 'legislog.bills.v1'
const votes = 'legislog.votes.v1'
const regulations = 'legislog.regulations.v1'
const refs = 'legislog.reference.v1'
const derived = 'legislog.derived.v1'
const acts = 'legislog.advocacy.v1'

/**
 * Every event type of the log. `event-schemas.ts` has the schemas of their bodies. To add a type or a version, add a line
 * in both files and a fixture in `fixtures/`; a version also needs an upcaster in `upcasters.ts`.
 */
export const catalog = {
  'bill.introduced': eventType(bills, 'bill'),
  'bill.updated': eventType(bills, 'bill'),
  'bill.action': eventType(bills, 'bill', 2),
  'bill.action_corrected': eventType(bills, 'bill'),
  'bill.action_removed': eventType(bills, 'bill'),
  'bill.status_changed': eventType(bills, 'bill'),
  'bill.sponsors_changed': eventType(bills, 'bill'),
  'bill.versions_changed': eventType(bills, 'bill'),
  'bill.documents_changed': eventType(bills, 'bill'),
  'bill.related_changed': eventType(bills, 'bill'),
  'bill.merged': eventType(bills, 'bill'),
  'bill.removed': eventType(bills, 'bill'),
  'vote.recorded': eventType(votes, 'vote'),
  'vote.corrected': eventType(votes, 'vote'),
  'vote.removed': eventType(votes, 'vote'),
  'regulation.published': eventType(regulations, 'regulation'),
  'regulation.updated': eventType(regulations, 'regulation'),
  'regulation.comment_period_changed': eventType(regulations, 'regulation'),
  'regulation.comment_period_closed': eventType(regulations, 'regulation'),
  'regulation.removed': eventType(regulations, 'regulation'),
  'jurisdiction.observed': eventType(refs, 'jurisdiction'),
  'jurisdiction.removed': eventType(refs, 'jurisdiction'),
  'session.observed': eventType(refs, 'session'),
  'session.closed': eventType(refs, 'session'),
  'session.removed': eventType(refs, 'session'),
  'person.observed': eventType(refs, 'person'),
  'person.merged': eventType(refs, 'person'),
  'person.removed': eventType(refs, 'person'),
  'committee.observed': eventType(refs, 'committee'),
  'committee.removed': eventType(refs, 'committee'),
  'organization.observed': eventType(refs, 'organization'),
  'organization.removed': eventType(refs, 'organization'),
  'division.observed': eventType(refs, 'division'),
  'division.removed': eventType(refs, 'division'),
  'boundary.loaded': eventType(refs, 'boundary'),
  'boundary.removed': eventType(refs, 'boundary'),
  'address_release.loaded': eventType(refs, 'address_release'),
  'address_release.withdrawn': eventType(refs, 'address_release'),
  'model_text.observed': eventType(refs, 'model_text'),
  'model_text.removed': eventType(refs, 'model_text'),
  'scorecard.published': eventType(refs, 'scorecard'),
  'scorecard.updated': eventType(refs, 'scorecard'),
  'scorecard.removed': eventType(refs, 'scorecard'),
  'name.matched': eventType(refs, 'name_match'),
  'derivation.recorded': eventType(derived, 'derivation'),
  'derivation.removed': eventType(derived, 'derivation'),
  'advocacy_organization.observed': eventType(acts, 'advocacy_organization'),
  'advocacy_organization.merged': eventType(acts, 'advocacy_organization'),
  'advocacy_organization.removed': eventType(acts, 'advocacy_organization'),
  'lobbying.filed': eventType(acts, 'lobbying_filing'),
  'lobbying.corrected': eventType(acts, 'lobbying_filing'),
  'lobbying.removed': eventType(acts, 'lobbying_filing'),
  'position.stated': eventType(acts, 'advocacy_position'),
  'position.corrected': eventType(acts, 'advocacy_position'),
  'position.removed': eventType(acts, 'advocacy_position'),
  'bill.released': eventType(bills, 'bill'),
  'vote.released': eventType(votes, 'vote'),
  'regulation.released': eventType(regulations, 'regulation'),
  'reference.released': eventType(refs, 'jurisdiction'),
  'derivation.released': eventType(derived, 'derivation'),
  'advocacy.released': eventType(acts, 'advocacy_organization'),
} as const satisfies Record<string, Entry>

export type EventType = keyof typeof catalog

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
