import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { ShownBill } from '../../schemas/http/sheets/sheet-columns.ts'
import type { WidgetData, WidgetLegislator } from '../../schemas/http/widgets/widget-data.ts'
import type { PageRequest } from '../paging/page-select.ts'
import { listBills } from '../read-model/bills/bill-list.ts'
import { filtersOf, ordersOf } from '../read-model/bills/bill-query.ts'
import { withPrintedSession } from '../read-model/jurisdictions/sessions.ts'
import { readPerson } from '../read-model/people/people.ts'
import type { PublishedScorecards } from '../read-model/scorecards/published-scorecards.ts'
import type { ReadModel } from '../read-schema/live-schema.ts'
import { refreshSheet } from '../sheets/refresh-sheet.ts'
import { type BillFactsRow, readBillFacts, readSheetRows, type SheetEntry } from '../sheets/sheet-bills.ts'
import { readItems } from '../sheets/sheet-items.ts'
import { findSheet } from '../sheets/sheets.ts'
import { shownBills } from '../sheets/shown-bills.ts'
import { readWidgetScorecard } from './shown-scorecard.ts'
import type { Widget } from './widget-cache.ts'

export type DataParts = {
  readonly database: Database
  readonly model: ReadModel
  readonly clock: Clock
  /** The current day of federal terms of office. */
  readonly today: () => string
  /** The most bytes of bills that a search reads. */
  readonly bytes: number
  readonly scorecards: PublishedScorecards
  /** The origin of the pages of scorecards. */
  readonly origin: string
}

/** Everything that the token of a widget reads: of a bill, the chosen columns and nothing else. */
export async function readWidgetData(parts: DataParts, widget: Widget): Promise<WidgetData> {
  const { type, name, origins, theme, columns, shows } = widget
  const [bills, legislator, scorecard] = await Promise.all([
    readBills(parts, widget),
    shows.legislator_id === undefined ? null : readLegislator(parts, shows.legislator_id),
    shows.scorecard_id === undefined
      ? null
      : readWidgetScorecard(parts.scorecards, parts.origin, shows.scorecard_id, widget.limit),
  ])
  return {
    type,
    name,
    origins,
    theme,
    columns,
    bills,
    legislator,
    scorecard,
    takes_leads: widget.leads !== null,
  }
}

async function readBills(parts: DataParts, widget: Widget): Promise<ShownBill[]> {
  const { limit, columns, shows, type } = widget
  const chosen = await readEntries(parts, widget)
  const byActivity = shows.sheet_id !== undefined || (type === 'activity' && shows.bill_ids !== undefined)
  const entries = byActivity ? await sortedByActivity(parts.model, chosen) : chosen
  const rows = await readSheetRows(parts.model, entries.slice(0, limit), columns)
  // An id may have lost its bill since the owner chose it. The widget leaves it out.
  return shownBills(
    rows.filter(({ bill }) => bill !== undefined),
    columns,
  )
}

/** The bills of a widget, with what the account wrote about them. */
async function readEntries(parts: DataParts, { shows, ...widget }: Widget): Promise<readonly SheetEntry[]> {
  if (shows.bill_ids !== undefined) return shows.bill_ids.map(plainEntry)
  if (shows.sheet_id !== undefined) {
    const sheet = await findSheet(parts.database, widget.account_id, shows.sheet_id)
    if (sheet === undefined) return []
    await refreshSheet(parts, sheet)
    return readItems(parts.database, sheet.id)
  }
  if (shows.search === undefined) return []
  const filters = await withPrintedSession(parts.model, filtersOf(shows.search))
  const sort = widget.type === 'activity' || filters.q === undefined ? '-latest_action_on' : 'relevance'
  const page: PageRequest = {
    limit: widget.limit,
    bytes: parts.bytes,
    include_deleted: false,
    since: undefined,
    pinned: undefined,
    after: undefined,
    order: ordersOf({ ...shows.search, sort }).plain[0],
  }
  const { rows } = await listBills(parts.model, page, filters)
  return rows.map(({ id }) => plainEntry(id))
}

/** A bill about which nothing is written. */
const plainEntry = (id: number): SheetEntry => ({
  id,
  bill_id: id,
  position: null,
  priority: null,
  note: '',
  tags: [],
})

/** The last day first; bills without an action come last. */
async function sortedByActivity(model: ReadModel, entries: readonly SheetEntry[]): Promise<SheetEntry[]> {
  const facts = await readBillFacts(
    model,
    entries.map(({ bill_id }) => bill_id),
    [],
  )
  const dayOf = ({ bill_id }: SheetEntry) => dayOfAction(facts.get(bill_id))
  return entries.toSorted((a, b) => dayOf(b).localeCompare(dayOf(a)) || b.bill_id - a.bill_id)
}

const dayOfAction = (bill: BillFactsRow | undefined): string => (bill?.latest_action?.date ?? '').slice(0, 10)

/** A merged person means the remaining one. */
async function readLegislator(parts: DataParts, id: number): Promise<WidgetLegislator | null> {
  const found = await readPerson(parts.model, { id }, parts.today())
  if (found?.replaced_by != null) return readLegislator(parts, found.replaced_by)
  if (found === undefined || found.owner_deleted !== false) return null
  const { name, party, jurisdiction, chamber, district, email } = JSON.parse(found.item) as WidgetLegislator
  const { offices = [] } = JSON.parse(found.detail ?? '{}') as Partial<WidgetLegislator>
  const place = found.in_office ? { chamber, district } : { chamber: null, district: null }
  return { id: found.id, ocd_id: found.ocd_id, name, party, jurisdiction, ...place, email, offices }
}
