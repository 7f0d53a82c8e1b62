import type { BillCore } from '../../../schemas/event-bodies/bill.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { setAction, setLatest, showAdded } from './actions.ts'
import { billWords, searchedLists } from './bill-words.ts'
import { searchKey, setList, sponsorItem, versionItem } from './lists.ts'
import {
  calendarDay,
  moveRow,
  type OracleRow,
  type OracleTables,
  pick,
  pickAll,
  tombstoneRow,
  unlinked,
} from './oracle-tables.ts'

const reasonsOf: Record<string, string[]> = {
  'bill.action': ['action'],
  'bill.action_corrected': ['action', 'correction'],
  'bill.action_removed': ['action', 'correction'],
  'bill.status_changed': ['status'],
  'bill.sponsors_changed': ['sponsors'],
  'bill.versions_changed': ['versions'],
  'bill.documents_changed': ['documents'],
  'bill.related_changed': ['related'],
}
const childTables = ['bill_actions', 'bill_sponsors', 'bill_versions', 'related_bills']

export function foldBill(tables: OracleTables, event: LogEvent): void {
  if (event.type === 'bill.released') {
    for (const id of event.body.released_ids) release(tables, event, id)
    return
  }
  const billId = event.body.id
  if (event.type === 'bill.introduced' || event.type === 'bill.updated') {
    setCore(tables, event, event.body.core)
    return
  }
  const reasons = reasonsOf[event.type] ?? []
  const bill = nameBill(tables, event, { id: billId, ocd_id: event.body.ocd_id }, reasons)
  switch (event.type) {
    case 'bill.action':
      showAdded(tables, bill, setAction(tables, event, reasons))
      break
    case 'bill.action_corrected':
      setAction(tables, event, reasons)
      setLatest(tables, bill)
      break
    case 'bill.action_removed': {
      const action = tables.of('bill_actions').get(event.body.action_id)
      if (action !== undefined) tombstoneRow(action, event, ['action', 'removed'])
      setLatest(tables, bill)
      break
    }
    case 'bill.status_changed': {
      const { to, detail, date, action_id, progress } = event.body
      Object.assign(bill, { status: to, status_detail: detail, status_date: date })
      if (bill.item !== null) bill.item = billItem(bill)
      const steps = pickAll(progress, 'status', 'detail', 'date', 'action_id')
      const status = { status: to, detail, date, action_id, progress: steps }
      tables.of('bill_statuses').set(billId, { bill_id: billId, status })
      break
    }
    case 'bill.sponsors_changed':
      setList(tables, event, 'bill_sponsors', 'sponsors', {}, event.body.sponsors, sponsorItem)
      break
    case 'bill.versions_changed':
      setList(
        tables,
        event,
        'bill_versions',
        'versions',
        { kind: 'version' },
        event.body.versions,
        versionItem,
      )
      break
    case 'bill.documents_changed':
      setList(
        tables,
        event,
        'bill_versions',
        'documents',
        { kind: 'document' },
        event.body.documents,
        versionItem,
      )
      break
    case 'bill.related_changed':
      setList(tables, event, 'related_bills', 'related', {}, event.body.related_bills, (one) =>
        pick(one, 'id', 'identifier', 'session', 'relation_type'),
      )
      break
    case 'bill.merged':
    case 'bill.removed':
      tombstoneRow(bill, event, [event.type === 'bill.merged' ? 'merged' : 'removed'])
      bill.present = true
      tables.of('bill_details').set(billId, { bill_id: billId, detail: null })
      tables.of('bill_statuses').set(billId, { bill_id: billId, status: null })
      Object.assign(tables.of('bill_words').get(billId) ?? {}, { deleted: true })
      for (const child of childrenOf(tables, billId))
        if (!child.deleted) tombstoneRow(child, event, ['removed'])
      setLatest(tables, bill)
  }
}

/** The bill's row at the position of an event that names the bill; a stub if the bill was not introduced. */
export function nameBill(
  tables: OracleTables,
  event: LogEvent,
  { id, ocd_id }: { id: number; ocd_id: string },
  reasons: readonly string[],
): OracleRow {
  const bills = tables.of('bills')
  const bill: OracleRow = bills.get(id) ?? {
    id,
    ocd_id,
    present: false,
    deleted: false,
    item: null,
    chamber: null,
    title: null,
    classification: [],
    subjects: [],
    keywords: [],
    status: null,
    status_detail: null,
    status_date: null,
    introduced_on: null,
    prefiled_on: null,
    entered_on: null,
    latest_action: null,
  }
  bills.set(id, bill)
  moveRow(bill, event, reasons)
  if (!bill.present && bill.seq === String(event.seq) && 'bill' in event.body) {
    const { identifier, jurisdiction, session } = event.body.bill
    Object.assign(bill, { identifier, jurisdiction, session })
    bill.identifier_key = identifier === null ? null : searchKey(identifier)
  }
  return bill
}

type CoreEvent = LogEvent<'bill.introduced' | 'bill.updated'>

function setCore(tables: OracleTables, event: CoreEvent, core: BillCore): void {
  const { id, ocd_id } = event.body
  const bills = tables.of('bills')
  const details = tables.of('bill_details')
  const before = bills.get(id)
  const bill: OracleRow = before ?? { id, ocd_id, status: null, status_detail: null, status_date: null }
  if (bill.deleted) Object.assign(bill, { status: null, status_detail: null, status_date: null })
  const old = { ...bill, detail: details.get(id)?.detail }
  const detail = billDetail(core)
  Object.assign(bill, {
    ...pick(core, 'jurisdiction', 'session', 'identifier', 'chamber', 'title', 'classification', 'subjects'),
    present: true,
    deleted: false,
    identifier_key: searchKey(core.identifier),
    keywords: searchedLists(core),
    introduced_on: calendarDay(core.introduced_on),
    prefiled_on: calendarDay(core.prefiled_on),
    entered_on: calendarDay(core.introduced_on) ?? calendarDay(core.prefiled_on),
  })
  moveRow(
    bill,
    event,
    event.type === 'bill.introduced' ? ['introduced'] : updateReasons(old, { ...bill, detail }),
  )
  bill.item = billItem(bill)
  bills.set(id, bill)
  details.set(id, { bill_id: id, detail })
  tables.of('bill_words').set(id, billWords(id, core))
}

function updateReasons(old: OracleRow, now: OracleRow): string[] {
  if (old.item === null || old.item === undefined) return ['details']
  const differs = (...names: string[]) =>
    names.some((name) => canonicalJson(old[name]) !== canonicalJson(now[name]))
  const reasons = []
  if (differs('title')) reasons.push('title')
  if (differs('subjects')) reasons.push('subjects')
  const others = [
    'identifier',
    'chamber',
    'session',
    'jurisdiction',
    'introduced_on',
    'prefiled_on',
    'classification',
    'detail',
  ]
  if (differs(...others) || reasons.length === 0) reasons.push('details')
  return reasons
}

const billItem = (bill: OracleRow): OracleRow =>
  pick(
    bill,
    ...['id', 'ocd_id', 'jurisdiction', 'session', 'identifier', 'title', 'chamber', 'classification'],
    ...['subjects', 'status', 'status_detail', 'status_date', 'introduced_on', 'prefiled_on'],
  )

function billDetail(core: BillCore): OracleRow {
  return {
    abstracts: pickAll(core.abstracts, 'abstract', 'note'),
    other_titles: pickAll(core.other_titles, 'title', 'note'),
    other_identifiers: pickAll(core.other_identifiers, 'identifier', 'scheme'),
    citations: pickAll(
      core.citations,
      ...['publication', 'citation', 'citation_type', 'effective', 'expires', 'url'],
    ).map(unlinked),
    sources: pickAll(core.sources, 'url', 'note').map(unlinked),
    extras: core.extras,
    session_known: core.session_known,
  }
}

function childrenOf(tables: OracleTables, billId: number): OracleRow[] {
  return childTables.flatMap((name) => tables.partsOf(name, billId))
}

function release(tables: OracleTables, event: LogEvent, id: number): void {
  const bill = tables.of('bills').get(id)
  for (const row of [...(bill === undefined ? [] : [bill]), ...childrenOf(tables, id)]) {
    moveRow(row, event, ['released'])
  }
}
