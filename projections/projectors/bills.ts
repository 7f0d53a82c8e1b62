import type { BillCore } from '../../schemas/event-bodies/bill.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import type { ChangeReason } from '../../schemas/vocabulary/vocabulary.ts'
import { movedTo, tombstone } from '../read-model/change-index.ts'
import { equalContent } from '../read-model/item.ts'
import { anyRow, ownRow, type Projector, type Rows, type Write, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { billDetailsTable, billsTable, billWordsTable } from '../tables/bill-tables.ts'
import { type BillEvent, type BillRow, billEvents, billOf, existingBill, stubOf } from './bill-stub.ts'
import {
  billContent,
  billDetail,
  billWords,
  enteredOn,
  identifierKey,
  keywordsOf,
} from './content/bill-content.ts'
import { actionTouches, latestAfter, noAction, otherActions } from './content/latest-action.ts'

/**
 * The reason for which each event type changes a bill's row. Changes of core fields have separate reasons.
 */
const reasonsByType: { readonly [T in BillEvent['type']]?: readonly ChangeReason[] } = {
  'bill.action': ['action'],
  'bill.action_corrected': ['action', 'correction'],
  'bill.action_removed': ['action', 'correction'],
  'bill.sponsors_changed': ['sponsors'],
  'bill.versions_changed': ['versions'],
  'bill.documents_changed': ['documents'],
  'bill.related_changed': ['related'],
  'vote.recorded': ['vote'],
  'vote.corrected': ['vote', 'correction'],
  'vote.removed': ['vote', 'correction'],
  'derivation.recorded': ['summary'],
  'derivation.removed': ['summary'],
}

/**
 * Bills: the flat row for lists, and the core fields that only the detail shows. Each event of a bill, its votes and its derivations
 * changes its row. If a vote or a derivation comes first, it leaves a stub, which the bill fills.
 */
export const bills: Projector<(typeof billEvents)[number]> = {
  name: 'bills',
  events: billEvents,
  tables: [billsTable, billDetailsTable, billWordsTable],

  touches(event) {
    if (isRelease(event)) return releaseTouches(event, billsTable)
    const { id } = billOf(event)
    if (id === null) return []
    const bill = anyRow(billsTable, id)
    switch (event.type) {
      case 'bill.updated':
        return [bill, ownRow(billDetailsTable, id)]
      case 'bill.action':
      case 'bill.action_corrected':
      case 'bill.action_removed':
        return [bill, ...actionTouches(event)]
      case 'bill.merged':
      case 'bill.removed':
        return [bill, ownRow(billWordsTable, id)]
      default:
        return [bill]
    }
  },

  furtherTouches(rows, event) {
    switch (event.type) {
      case 'bill.action':
      case 'bill.action_corrected':
      case 'bill.action_removed':
        return otherActions(rows.get(billsTable, event.body.id), rows, event)
      default:
        return []
    }
  },

  evolve(rows, event) {
    switch (event.type) {
      case 'bill.introduced':
      case 'bill.updated':
        return core(rows, event)
      case 'bill.status_changed':
        return status(rows, event)
      case 'bill.action':
      case 'bill.action_corrected':
      case 'bill.action_removed': {
        const row = existingBill(rows, event)
        return row === undefined
          ? []
          : [
              write(billsTable, {
                ...row,
                ...latestAfter(row, rows, event),
                ...movedTo(row, event, ...reasonsByType[event.type]!),
              }),
            ]
      }
      case 'bill.merged':
      case 'bill.removed': {
        const row = rows.get(billsTable, event.body.id) ?? stubOf(undefined, event)
        if (row === undefined) return []
        const reason = event.type === 'bill.merged' ? 'merged' : 'removed'
        const words = rows.get(billWordsTable, row.id)
        return [
          write(billsTable, { ...tombstone(row, event, reason), ...noAction, present: true }),
          write(billDetailsTable, { bill_id: row.id, detail: null }),
          ...(words === undefined ? [] : [write(billWordsTable, { ...words, deleted: true })]),
        ]
      }
      case 'bill.released':
      case 'vote.released':
      case 'derivation.released':
        return releaseWrites(rows, event, billsTable)
      default: {
        const row = existingBill(rows, event)
        return row === undefined
          ? []
          : [write(billsTable, { ...row, ...movedTo(row, event, ...(reasonsByType[event.type] ?? [])) })]
      }
    }
  },
}

function isRelease(
  event: BillEvent,
): event is LogEvent<'bill.released' | 'vote.released' | 'derivation.released'> {
  return event.type.endsWith('.released')
}

type CoreEvent = LogEvent<'bill.introduced' | 'bill.updated'>

function core(rows: Rows, event: CoreEvent): Write[] {
  const { id, ocd_id, core: now } = event.body
  const existing = rows.get(billsTable, id)
  const detail = billDetail(now)
  const keywords = keywordsOf(now)
  // A bill that comes back after its removal starts from nothing.
  const before = existing?.deleted ? undefined : existing
  const reasons: readonly ChangeReason[] =
    event.type === 'bill.introduced'
      ? ['introduced']
      : existing?.item == null
        ? ['details']
        : changes(existing, now, rows.get(billDetailsTable, id)?.detail ?? null, detail)
  const row: BillRow = {
    id,
    ocd_id,
    present: true,
    jurisdiction: now.jurisdiction,
    session: now.session,
    identifier: now.identifier,
    identifier_key: identifierKey(now.identifier),
    chamber: now.chamber,
    title: now.title,
    classification: now.classification,
    subjects: now.subjects,
    keywords,
    status: before?.status ?? null,
    status_detail: before?.status_detail ?? null,
    status_date: before?.status_date ?? null,
    introduced_on: dayOf(now.introduced_on),
    prefiled_on: dayOf(now.prefiled_on),
    entered_on: enteredOn(now),
    latest_action: before?.latest_action ?? null,
    latest_action_on: before?.latest_action_on ?? null,
    latest_action_sequence: before?.latest_action_sequence ?? null,
    item: null,
    deleted: false,
    ...movedTo(existing, event, ...reasons),
  }
  return [
    write(billsTable, { ...row, item: billContent(row) }),
    write(billDetailsTable, { bill_id: id, detail }),
    write(billWordsTable, billWords(id, now, keywords)),
  ]
}

function changes(existing: BillRow, now: BillCore, detail: string | null, detailNow: string): ChangeReason[] {
  const reasons: ChangeReason[] = []
  if (existing.title !== now.title) reasons.push('title')
  if (canonicalJson(existing.subjects) !== canonicalJson(now.subjects)) reasons.push('subjects')
  const flat =
    existing.identifier !== now.identifier ||
    existing.chamber !== now.chamber ||
    existing.session !== now.session ||
    existing.jurisdiction !== now.jurisdiction ||
    existing.introduced_on !== dayOf(now.introduced_on) ||
    existing.prefiled_on !== dayOf(now.prefiled_on) ||
    canonicalJson(existing.classification) !== canonicalJson(now.classification)
  if (flat || !equalContent(detail, detailNow) || reasons.length === 0) reasons.push('details')
  return reasons
}

function status(rows: Rows, event: LogEvent<'bill.status_changed'>): Write[] {
  const row = existingBill(rows, event)
  if (row === undefined) return []
  const { to, detail, date } = event.body
  const now: BillRow = {
    ...row,
    status: to,
    status_detail: detail,
    status_date: date,
    ...movedTo(row, event, 'status'),
  }
  return [write(billsTable, now.item === null ? now : { ...now, item: billContent(now) })]
}
