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
import type { EventType } from './event-catalog.ts'

/**
 * The schemas of each event type: version 1, 2 … up to the current one. All of them stay forever: the log has events of
 * them. Only code that writes schema files imports them; everything else reads the files, because this takes 110 ms to load.
 */
export const eventSchemas = {
  'bill.introduced': [bill.BillIntroduced],
  'bill.updated': [bill.BillUpdated],
  'bill.action': [bill.BillActionV1, bill.BillAction],
  'bill.action_corrected': [bill.BillAction],
  'bill.action_removed': [bill.BillActionRemoved],
  'bill.status_changed': [bill.BillStatusChanged],
  'bill.sponsors_changed': [bill.BillSponsorsChanged],
  'bill.versions_changed': [bill.BillVersionsChanged],
  'bill.documents_changed': [bill.BillDocumentsChanged],
  'bill.related_changed': [bill.BillRelatedChanged],
  'bill.merged': [bill.BillMerged],
  'bill.removed': [bill.BillRemoved],
  'vote.recorded': [vote.VoteRecorded],
  'vote.corrected': [vote.VoteCorrected],
  'vote.removed': [vote.VoteRemoved],
  'regulation.published': [regulation.RegulationPublished],
  'regulation.updated': [regulation.RegulationUpdated],
  'regulation.comment_period_changed': [regulation.RegulationCommentPeriodChanged],
  'regulation.comment_period_closed': [regulation.RegulationCommentPeriodClosed],
  'regulation.removed': [regulation.RegulationRemoved],
  'jurisdiction.observed': [reference.JurisdictionObserved],
  'jurisdiction.removed': [reference.JurisdictionRemoved],
  'session.observed': [reference.SessionObserved],
  'session.closed': [reference.SessionClosed],
  'session.removed': [reference.SessionRemoved],
  'person.observed': [reference.PersonObserved],
  'person.merged': [reference.PersonMerged],
  'person.removed': [reference.PersonRemoved],
  'committee.observed': [reference.CommitteeObserved],
  'committee.removed': [reference.CommitteeRemoved],
  'organization.observed': [reference.OrganizationObserved],
  'organization.removed': [reference.OrganizationRemoved],
  'division.observed': [reference.DivisionObserved],
  'division.removed': [reference.DivisionRemoved],
  'boundary.loaded': [boundary.BoundaryLoaded],
  'boundary.removed': [boundary.BoundaryRemoved],
  'address_release.loaded': [addresses.AddressReleaseLoaded],
  'address_release.withdrawn': [addresses.AddressReleaseWithdrawn],
  'model_text.observed': [model.ModelTextObserved],
  'model_text.removed': [model.ModelTextRemoved],
  'scorecard.published': [scorecard.ScorecardPublished],
  'scorecard.updated': [scorecard.ScorecardUpdated],
  'scorecard.removed': [scorecard.ScorecardRemoved],
  'name.matched': [reference.NameMatched],
  'derivation.recorded': [derivation.DerivationRecorded],
  'derivation.removed': [derivation.DerivationRemoved],
  'advocacy_organization.observed': [advocacy.AdvocacyOrganizationObserved],
  'advocacy_organization.merged': [advocacy.AdvocacyOrganizationMerged],
  'advocacy_organization.removed': [advocacy.AdvocacyOrganizationRemoved],
  'lobbying.filed': [advocacy.LobbyingFiled],
  'lobbying.corrected': [advocacy.LobbyingCorrected],
  'lobbying.removed': [advocacy.LobbyingRemoved],
  'position.stated': [advocacy.PositionStated],
  'position.corrected': [advocacy.PositionCorrected],
  'position.removed': [advocacy.PositionRemoved],
  'bill.released': [reference.KeyReleased],
  'vote.released': [reference.KeyReleased],
  'regulation.released': [reference.KeyReleased],
  'reference.released': [reference.KeyReleased],
  'derivation.released': [reference.KeyReleased],
  'advocacy.released': [reference.KeyReleased],
} as const satisfies Record<EventType, readonly [...TSchema[], TSchema]>

type Current<T extends readonly unknown[]> = T extends readonly [...unknown[], infer S extends TSchema]
  ? S
  : never

export type EventBodyOf<T extends EventType> = Static<Current<(typeof eventSchemas)[T]>>

/** `version` counts from 1. */
export function schemaOf(type: EventType, version: number): TSchema | undefined {
  const schemas: readonly TSchema[] = eventSchemas[type]
  return schemas[version - 1]
}
