import type { Action, BillCore, RelatedBill, Sponsor, Version } from '../../schemas/event-bodies/bill.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { markImpossibleDays } from '../dates/impossible-days.ts'
import { type BillDays, billDays } from '../legislature/status/bill-days.ts'
import { markPassages } from '../legislature/status/passages.ts'
import { foldStatus, type StatusContext } from '../legislature/status/status.ts'
import type { BillParts, WithoutId } from '../source-interface/observation.ts'
import type { SessionState } from '../state/session-state.ts'
import { isRemoved, isSame, type Removed, type Stored, type StoredBill } from '../state/stored-entities.ts'
import { type AlignedActions, alignActions, retireActions } from './align-actions.ts'
import { alignItems, retireItems } from './align-items.ts'
import type { Change, Fact } from './change.ts'
import { actionFacts, diffStatus } from './diff-status.ts'
import { oneRowPerSponsor } from './one-row-per-sponsor.ts'

export type BillObserved = {
  readonly ocd_id: string
  readonly stored: Stored<'bill'> | null
  /** Canonical and merged from all sources. Parts that no source reports are as stored. */
  readonly parts: Partial<BillParts>
  /** null if no source has listed the session. */
  readonly session: SessionState | null
  /** True if the actions come from a new source. */
  readonly is_other_source?: boolean
}

/** Gives the facts of a changed bill and its new stored content. Pure; equal content gives no fact. */
export function diffBill(observed: BillObserved): Change<'bill'> {
  const stored = observed.stored === null || isRemoved(observed.stored) ? null : observed.stored
  const source = observed.parts.core
  if (stored === null && source === undefined) return { stored: observed.stored, facts: [] }

  const aligned = alignActions(
    observed.ocd_id,
    stored?.actions ?? [],
    observed.parts.actions ?? stored?.actions.map(withoutId) ?? [],
    observed.stored?.retired_actions ?? [],
    { is_other_teller: observed.is_other_source ?? false },
  )
  const reported = source ?? stored!.core
  const context: StatusContext = {
    jurisdiction: reported.jurisdiction,
    classification: reported.classification,
    chamber_of_origin: reported.chamber,
    title: reported.title,
    identifier: reported.identifier,
    session: reported.session,
    session_closed_on: observed.session?.closed_on ?? null,
  }
  const dated = markImpossibleDays(aligned.actions, reported.session)
  const actions = markPassages(dated, context)
  const place = findJurisdiction(reported.jurisdiction)?.abbreviation ?? ''
  const core = coreOf(reported, billDays(dated, place), observed.session !== null)
  const progress = foldStatus(dated, context)
  const retiredItems = observed.stored?.retired_items ?? []
  const lists = alignLists(observed.ocd_id, stored, withSponsors(observed.parts, place), retiredItems)
  const now: StoredBill = {
    core,
    actions,
    progress: progress.length === 0 ? (stored?.progress ?? []) : progress,
    ...lists,
    retired_actions: aligned.retired,
    retired_items: [...retiredItems, ...retireLists(observed.ocd_id, stored, lists)],
  }
  const isReordered =
    observed.is_other_source === true &&
    now.actions.some(({ id }, index) => stored?.actions[index]?.id !== id)
  return {
    stored: now,
    facts: stored === null ? firstSightFacts(now) : changeFacts(stored, now, aligned),
    is_reordered: isReordered,
  }
}

/** A bill that its source removed. */
export function removeBill(ocdId: string, stored: Stored<'bill'> | null, reason: string): Change<'bill'> {
  if (stored === null || isRemoved(stored)) return { stored, facts: [] }
  return { stored: retireBill(ocdId, stored, reason), facts: [{ type: 'bill.removed', part: { reason } }] }
}

/** Gives the kept part of a removed bill: its ids, which are never reused. */
export function retireBill(ocdId: string, stored: Stored<'bill'> | null, reason: string): Removed {
  if (stored === null) return { removed: reason, retired_actions: [] }
  if (isRemoved(stored)) return { ...stored, removed: reason }
  return {
    removed: reason,
    retired_actions: [...stored.retired_actions, ...retireActions(stored.actions)],
    retired_items: [...(stored.retired_items ?? []), ...retireLists(ocdId, stored, NO_LISTS)],
  }
}

function firstSightFacts(now: StoredBill): Fact[] {
  return [
    { type: 'bill.introduced', part: { core: now.core } },
    ...actionFacts(now.actions, now.progress),
    ...listFacts(NO_LISTS, now),
  ]
}

function changeFacts(stored: StoredBill, now: StoredBill, aligned: AlignedActions): Fact[] {
  const facts: Fact[] = []
  if (!isSame(stored.core, now.core)) facts.push({ type: 'bill.updated', part: { core: now.core } })
  for (const { id } of aligned.removed) facts.push({ type: 'bill.action_removed', part: { action_id: id } })
  for (const [index, action] of now.actions.entries()) {
    const before = aligned.before[index]
    if (before === null || before === undefined) facts.push({ type: 'bill.action', part: { action } })
    else if (!isSame(before, action)) facts.push({ type: 'bill.action_corrected', part: { action } })
  }
  return [...facts, ...diffStatus(stored.progress, now.progress), ...listFacts(stored, now)]
}

export type Lists = Pick<StoredBill, 'sponsors' | 'versions' | 'documents' | 'related_bills'>
const NO_LISTS: Lists = { sponsors: [], versions: [], documents: [], related_bills: [] }

function listFacts(stored: Lists, now: Lists): Fact[] {
  const facts: Fact[] = []
  if (!isSame(stored.sponsors, now.sponsors))
    facts.push({ type: 'bill.sponsors_changed', part: { sponsors: [...now.sponsors] } })
  if (!isSame(stored.versions, now.versions))
    facts.push({ type: 'bill.versions_changed', part: { versions: [...now.versions] } })
  if (!isSame(stored.documents, now.documents))
    facts.push({ type: 'bill.documents_changed', part: { documents: [...now.documents] } })
  if (!isSame(stored.related_bills, now.related_bills))
    facts.push({ type: 'bill.related_changed', part: { related_bills: [...now.related_bills] } })
  return facts
}

function withSponsors(parts: Partial<BillParts>, place: string): Partial<BillParts> {
  return parts.sponsors === undefined
    ? parts
    : { ...parts, sponsors: oneRowPerSponsor(parts.sponsors, place) }
}

function alignLists(
  ocdId: string,
  stored: StoredBill | null,
  parts: Partial<BillParts>,
  retired: readonly string[],
): Lists {
  const { sponsors, versions, documents, related_bills } = parts
  return {
    sponsors: sponsors
      ? alignItems<Sponsor>(ocdId, 'sponsor', stored?.sponsors ?? [], sponsors, SPONSOR_KEYS, retired)
      : (stored?.sponsors ?? []),
    versions: versions
      ? alignItems<Version>(ocdId, 'version', stored?.versions ?? [], versions, VERSION_KEYS, retired)
      : (stored?.versions ?? []),
    documents: documents
      ? alignItems<Version>(ocdId, 'document', stored?.documents ?? [], documents, VERSION_KEYS, retired)
      : (stored?.documents ?? []),
    related_bills: related_bills
      ? alignItems<RelatedBill>(
          ocdId,
          'related',
          stored?.related_bills ?? [],
          related_bills,
          RELATED_KEYS,
          retired,
        )
      : (stored?.related_bills ?? []),
  }
}

/** Ids of items that were corrected and are no longer in the lists. */
export function retireLists(ocdId: string, stored: StoredBill | null, now: Lists): string[] {
  if (stored === null) return []
  return [
    ...retireItems<Sponsor>(ocdId, 'sponsor', stored.sponsors, now.sponsors, SPONSOR_KEYS[0]!),
    ...retireItems<Version>(ocdId, 'version', stored.versions, now.versions, VERSION_KEYS[0]!),
    ...retireItems<Version>(ocdId, 'document', stored.documents, now.documents, VERSION_KEYS[0]!),
    ...retireItems<RelatedBill>(ocdId, 'related', stored.related_bills, now.related_bills, RELATED_KEYS[0]!),
  ]
}

const SPONSOR_KEYS = [
  (sponsor: WithoutId<Sponsor>) => `${sponsor.name}|${sponsor.classification}|${sponsor.entity_type}`,
  (sponsor: WithoutId<Sponsor>) => sponsor.source_id ?? sponsor.name,
]
const firstUrl = (version: WithoutId<Version>) => version.links[0]?.url ?? ''
const VERSION_KEYS = [
  (version: WithoutId<Version>) => `${version.note}|${version.date}|${firstUrl(version)}`,
  (version: WithoutId<Version>) => firstUrl(version) || version.note,
  (version: WithoutId<Version>) => `${version.note}|${version.classification}`,
]
const RELATED_KEYS = [
  (bill: WithoutId<RelatedBill>) => `${bill.session}|${bill.identifier}|${bill.relation_type}`,
  (bill: WithoutId<RelatedBill>) => `${bill.session}|${bill.identifier}`,
]

function coreOf(
  { prefiled_on: _before, ...reported }: BillParts['core'] & Pick<Partial<BillCore>, 'prefiled_on'>,
  { introduced_on, prefiled_on }: BillDays,
  sessionKnown: boolean,
): BillCore {
  return {
    ...reported,
    introduced_on,
    session_known: sessionKnown,
    ...(prefiled_on !== null && { prefiled_on }),
  }
}

function withoutId({ id: _id, ...action }: Action): WithoutId<Action> {
  return action
}
