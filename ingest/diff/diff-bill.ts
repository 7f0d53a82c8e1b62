import type { Action, BillCore, RelatedBill, Sponsor, Version } from '../../schemas/event/bill.ts'
import { findJurisdiction } from '../../schemas/jurisdictions.ts'
import { type BillDays, billDays } from '../dates/bill-days.ts'
import { markImpossibleDays } from '../dates/impossible-days.ts'
import type { BillParts, WithoutId } from '../observation.ts'
import {
  type Change,
  type Fact,
  type Held,
  type HeldBill,
  isRemoved,
  isSame,
  type Removed,
} from '../observe/held.ts'
import type { SessionState } from '../sessions/session-state.ts'
import { tellPassages } from '../status/passages.ts'
import { foldStatus, type StatusContext } from '../status/status.ts'
import { type AlignedActions, alignActions, retireActions } from './align-actions.ts'
import { alignItems, retireItems } from './align-items.ts'
import { diffStatus, tellActions } from './diff-status.ts'
import { oneRowPerSponsor } from './one-row-per-sponsor.ts'

export type BillObserved = {
  readonly ocd_id: string
  readonly held: Held<'bill'> | null
  /** Canonical, merged of all sources. Parts that nobody tells are as they are held. */
  readonly parts: Partial<BillParts>
  /** null where no source has listed it. */
  readonly session: SessionState | null
  /** The actions are told by another source than before. */
  readonly is_other_teller?: boolean
}

/** What changed of a bill, and what is held from now on. Pure: equal content gives no fact. */
export function diffBill(observed: BillObserved): Change<'bill'> {
  const held = observed.held === null || isRemoved(observed.held) ? null : observed.held
  const source = observed.parts.core
  if (held === null && source === undefined) return { held: observed.held, facts: [] }

  const aligned = alignActions(
    observed.ocd_id,
    held?.actions ?? [],
    observed.parts.actions ?? held?.actions.map(withoutId) ?? [],
    observed.held?.retired_actions ?? [],
    { is_other_teller: observed.is_other_teller ?? false },
  )
  const said = source ?? held!.core
  const context: StatusContext = {
    jurisdiction: said.jurisdiction,
    classification: said.classification,
    chamber_of_origin: said.chamber,
    title: said.title,
    identifier: said.identifier,
    session: said.session,
    session_closed_on: observed.session?.closed_on ?? null,
  }
  const dated = markImpossibleDays(aligned.actions, said.session)
  const actions = tellPassages(dated, context)
  const place = findJurisdiction(said.jurisdiction)?.abbreviation ?? ''
  const core = coreOf(said, billDays(dated, place), observed.session !== null)
  const progress = foldStatus(dated, context)
  const retired_items = observed.held?.retired_items ?? []
  const lists = alignLists(observed.ocd_id, held, withSponsors(observed.parts, place), retired_items)
  const now: HeldBill = {
    core,
    actions,
    progress: progress.length === 0 ? (held?.progress ?? []) : progress,
    ...lists,
    retired_actions: aligned.retired,
    retired_items: [...retired_items, ...retireLists(observed.ocd_id, held, lists)],
  }
  const is_reordered =
    observed.is_other_teller === true && now.actions.some(({ id }, index) => held?.actions[index]?.id !== id)
  return { held: now, facts: held === null ? tellAll(now) : tellChanges(held, now, aligned), is_reordered }
}

/** A bill that its source took back. */
export function removeBill(ocd_id: string, held: Held<'bill'> | null, reason: string): Change<'bill'> {
  if (held === null || isRemoved(held)) return { held, facts: [] }
  return { held: retireBill(ocd_id, held, reason), facts: [{ type: 'bill.removed', part: { reason } }] }
}

/** What stays of a bill that is gone: its ids, which nothing else ever gets. */
export function retireBill(ocd_id: string, held: Held<'bill'> | null, reason: string): Removed {
  if (held === null) return { removed: reason, retired_actions: [] }
  if (isRemoved(held)) return { ...held, removed: reason }
  return {
    removed: reason,
    retired_actions: [...held.retired_actions, ...retireActions(held.actions)],
    retired_items: [...(held.retired_items ?? []), ...retireLists(ocd_id, held, NO_LISTS)],
  }
}

function tellAll(now: HeldBill): Fact[] {
  return [
    { type: 'bill.introduced', part: { core: now.core } },
    ...tellActions(now.actions, now.progress),
    ...tellLists(NO_LISTS, now),
  ]
}

function tellChanges(held: HeldBill, now: HeldBill, aligned: AlignedActions): Fact[] {
  const facts: Fact[] = []
  if (!isSame(held.core, now.core)) facts.push({ type: 'bill.updated', part: { core: now.core } })
  for (const { id } of aligned.removed) facts.push({ type: 'bill.action_removed', part: { action_id: id } })
  for (const [index, action] of now.actions.entries()) {
    const before = aligned.before[index]
    if (before === null || before === undefined) facts.push({ type: 'bill.action', part: { action } })
    else if (!isSame(before, action)) facts.push({ type: 'bill.action_corrected', part: { action } })
  }
  return [...facts, ...diffStatus(held.progress, now.progress), ...tellLists(held, now)]
}

export type Lists = Pick<HeldBill, 'sponsors' | 'versions' | 'documents' | 'related_bills'>
const NO_LISTS: Lists = { sponsors: [], versions: [], documents: [], related_bills: [] }

function tellLists(held: Lists, now: Lists): Fact[] {
  const facts: Fact[] = []
  if (!isSame(held.sponsors, now.sponsors))
    facts.push({ type: 'bill.sponsors_changed', part: { sponsors: [...now.sponsors] } })
  if (!isSame(held.versions, now.versions))
    facts.push({ type: 'bill.versions_changed', part: { versions: [...now.versions] } })
  if (!isSame(held.documents, now.documents))
    facts.push({ type: 'bill.documents_changed', part: { documents: [...now.documents] } })
  if (!isSame(held.related_bills, now.related_bills))
    facts.push({ type: 'bill.related_changed', part: { related_bills: [...now.related_bills] } })
  return facts
}

function withSponsors(parts: Partial<BillParts>, place: string): Partial<BillParts> {
  return parts.sponsors === undefined
    ? parts
    : { ...parts, sponsors: oneRowPerSponsor(parts.sponsors, place) }
}

function alignLists(
  ocd_id: string,
  held: HeldBill | null,
  parts: Partial<BillParts>,
  retired: readonly string[],
): Lists {
  const { sponsors, versions, documents, related_bills } = parts
  return {
    sponsors: sponsors
      ? alignItems<Sponsor>(ocd_id, 'sponsor', held?.sponsors ?? [], sponsors, SPONSOR_KEYS, retired)
      : (held?.sponsors ?? []),
    versions: versions
      ? alignItems<Version>(ocd_id, 'version', held?.versions ?? [], versions, VERSION_KEYS, retired)
      : (held?.versions ?? []),
    documents: documents
      ? alignItems<Version>(ocd_id, 'document', held?.documents ?? [], documents, VERSION_KEYS, retired)
      : (held?.documents ?? []),
    related_bills: related_bills
      ? alignItems<RelatedBill>(
          ocd_id,
          'related',
          held?.related_bills ?? [],
          related_bills,
          RELATED_KEYS,
          retired,
        )
      : (held?.related_bills ?? []),
  }
}

/** Ids of items that were corrected and that the lists have no more. */
export function retireLists(ocd_id: string, held: HeldBill | null, now: Lists): string[] {
  if (held === null) return []
  return [
    ...retireItems<Sponsor>(ocd_id, 'sponsor', held.sponsors, now.sponsors, SPONSOR_KEYS[0]!),
    ...retireItems<Version>(ocd_id, 'version', held.versions, now.versions, VERSION_KEYS[0]!),
    ...retireItems<Version>(ocd_id, 'document', held.documents, now.documents, VERSION_KEYS[0]!),
    ...retireItems<RelatedBill>(ocd_id, 'related', held.related_bills, now.related_bills, RELATED_KEYS[0]!),
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
  { prefiled_on: _before, ...said }: BillParts['core'] & Pick<Partial<BillCore>, 'prefiled_on'>,
  { introduced_on, prefiled_on }: BillDays,
  session_known: boolean,
): BillCore {
  return { ...said, introduced_on, session_known, ...(prefiled_on !== null && { prefiled_on }) }
}

function withoutId({ id: _id, ...action }: Action): WithoutId<Action> {
  return action
}
