import type { Static, TSchema } from 'typebox'
import * as bill from '../event-bodies/bill.ts'
import * as boundary from '../event-bodies/boundary.ts'
import * as reference from '../event-bodies/reference.ts'
import * as regulation from '../event-bodies/regulation.ts'
import * as vote from '../event-bodies/vote.ts'
import type { EntityType } from '../vocabulary/vocabulary.ts'
import type { TopicName } from './topics.ts'

/**
 * Every event type of the log with its current version and every older one. Adding a type or a version is adding a
 * line here, a fixture in `fixtures/`, and for a version an upcaster in `upcasters.ts`.
 */
type Entry = {
  readonly topic: TopicName
  readonly entity: EntityType
  /** Current version; equal to the length of `older` plus one. */
  readonly version: number
  readonly schema: TSchema
  /** Schemas of versions 1, 2 … before the current one. Kept forever: the log has events of them. */
  readonly older: readonly TSchema[]
}

const bills = 'legislog.bills.v1'
const votes = 'legislog.votes.v1'
const regulations = 'legislog.regulations.v1'
const refs = 'legislog.reference.v1'

export const catalog = {
  'bill.introduced': { topic: bills, entity: 'bill', version: 1, schema: bill.BillIntroduced, older: [] },
  'bill.updated': { topic: bills, entity: 'bill', version: 1, schema: bill.BillUpdated, older: [] },
  'bill.action': {
    topic: bills,
    entity: 'bill',
    version: 2,
    schema: bill.BillAction,
    older: [bill.BillActionV1],
  },
  'bill.action_corrected': { topic: bills, entity: 'bill', version: 1, schema: bill.BillAction, older: [] },
  'bill.action_removed': {
    topic: bills,
    entity: 'bill',
    version: 1,
    schema: bill.BillActionRemoved,
    older: [],
  },
  'bill.status_changed': {
    topic: bills,
    entity: 'bill',
    version: 1,
    schema: bill.BillStatusChanged,
    older: [],
  },
  'bill.sponsors_changed': {
    topic: bills,
    entity: 'bill',
    version: 1,
    schema: bill.BillSponsorsChanged,
    older: [],
  },
  'bill.versions_changed': {
    topic: bills,
    entity: 'bill',
    version: 1,
    schema: bill.BillVersionsChanged,
    older: [],
  },
  'bill.documents_changed': {
    topic: bills,
    entity: 'bill',
    version: 1,
    schema: bill.BillDocumentsChanged,
    older: [],
  },
  'bill.related_changed': {
    topic: bills,
    entity: 'bill',
    version: 1,
    schema: bill.BillRelatedChanged,
    older: [],
  },
  'bill.merged': { topic: bills, entity: 'bill', version: 1, schema: bill.BillMerged, older: [] },
  'bill.removed': { topic: bills, entity: 'bill', version: 1, schema: bill.BillRemoved, older: [] },
  'vote.recorded': { topic: votes, entity: 'vote', version: 1, schema: vote.VoteRecorded, older: [] },
  'vote.corrected': { topic: votes, entity: 'vote', version: 1, schema: vote.VoteCorrected, older: [] },
  'vote.removed': { topic: votes, entity: 'vote', version: 1, schema: vote.VoteRemoved, older: [] },
  'regulation.published': {
    topic: regulations,
    entity: 'regulation',
    version: 1,
    schema: regulation.RegulationPublished,
    older: [],
  },
  'regulation.updated': {
    topic: regulations,
    entity: 'regulation',
    version: 1,
    schema: regulation.RegulationUpdated,
    older: [],
  },
  'regulation.comment_period_changed': {
    topic: regulations,
    entity: 'regulation',
    version: 1,
    schema: regulation.RegulationCommentPeriodChanged,
    older: [],
  },
  'regulation.comment_period_closed': {
    topic: regulations,
    entity: 'regulation',
    version: 1,
    schema: regulation.RegulationCommentPeriodClosed,
    older: [],
  },
  'regulation.removed': {
    topic: regulations,
    entity: 'regulation',
    version: 1,
    schema: regulation.RegulationRemoved,
    older: [],
  },
  'jurisdiction.observed': {
    topic: refs,
    entity: 'jurisdiction',
    version: 1,
    schema: reference.JurisdictionObserved,
    older: [],
  },
  'jurisdiction.removed': {
    topic: refs,
    entity: 'jurisdiction',
    version: 1,
    schema: reference.JurisdictionRemoved,
    older: [],
  },
  'session.observed': {
    topic: refs,
    entity: 'session',
    version: 1,
    schema: reference.SessionObserved,
    older: [],
  },
  'session.closed': {
    topic: refs,
    entity: 'session',
    version: 1,
    schema: reference.SessionClosed,
    older: [],
  },
  'session.removed': {
    topic: refs,
    entity: 'session',
    version: 1,
    schema: reference.SessionRemoved,
    older: [],
  },
  'person.observed': {
    topic: refs,
    entity: 'person',
    version: 1,
    schema: reference.PersonObserved,
    older: [],
  },
  'person.merged': { topic: refs, entity: 'person', version: 1, schema: reference.PersonMerged, older: [] },
  'person.removed': { topic: refs, entity: 'person', version: 1, schema: reference.PersonRemoved, older: [] },
  'committee.observed': {
    topic: refs,
    entity: 'committee',
    version: 1,
    schema: reference.CommitteeObserved,
    older: [],
  },
  'committee.removed': {
    topic: refs,
    entity: 'committee',
    version: 1,
    schema: reference.CommitteeRemoved,
    older: [],
  },
  'organization.observed': {
    topic: refs,
    entity: 'organization',
    version: 1,
    schema: reference.OrganizationObserved,
    older: [],
  },
  'organization.removed': {
    topic: refs,
    entity: 'organization',
    version: 1,
    schema: reference.OrganizationRemoved,
    older: [],
  },
  'division.observed': {
    topic: refs,
    entity: 'division',
    version: 1,
    schema: reference.DivisionObserved,
    older: [],
  },
  'division.removed': {
    topic: refs,
    entity: 'division',
    version: 1,
    schema: reference.DivisionRemoved,
    older: [],
  },
  'boundary.loaded': {
    topic: refs,
    entity: 'boundary',
    version: 1,
    schema: boundary.BoundaryLoaded,
    older: [],
  },
  'boundary.removed': {
    topic: refs,
    entity: 'boundary',
    version: 1,
    schema: boundary.BoundaryRemoved,
    older: [],
  },
  'name.matched': { topic: refs, entity: 'name_match', version: 1, schema: reference.NameMatched, older: [] },
  'bill.released': { topic: bills, entity: 'bill', version: 1, schema: reference.KeyReleased, older: [] },
  'vote.released': { topic: votes, entity: 'vote', version: 1, schema: reference.KeyReleased, older: [] },
  'regulation.released': {
    topic: regulations,
    entity: 'regulation',
    version: 1,
    schema: reference.KeyReleased,
    older: [],
  },
  'reference.released': {
    topic: refs,
    entity: 'jurisdiction',
    version: 1,
    schema: reference.KeyReleased,
    older: [],
  },
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
