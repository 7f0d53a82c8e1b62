import type { SheetColumn, ShownBill } from '../../schemas/http/sheets/sheet-columns.ts'
import type { BillFactsRow, SheetEntry, SheetRow } from './sheet-bills.ts'

type Shown = { readonly [C in SheetColumn]: NonNullable<ShownBill[C]> | Extract<ShownBill[C], null> }

/**
 * Gives what a page or a widget shows of the bills of a sheet: the chosen columns and nothing else. A bill that its source
 * removed is shown as removed, with what was known of it. Of two rows that are the same bill now, the older one is shown.
 */
export function shownBills(rows: readonly SheetRow[], columns: readonly SheetColumn[]): ShownBill[] {
  const seen = new Set<number>()
  return rows.flatMap(({ entry, bill }) => {
    const id = bill?.id ?? entry.bill_id
    if (seen.has(id)) return []
    seen.add(id)
    const removed = bill === undefined || bill.deleted
    const shown = columns.map((column) => [column, values[column](entry, removed, bill)] as const)
    return [{ id, removed, ...Object.fromEntries(shown) } as ShownBill]
  })
}

type ValueOf<C extends SheetColumn> = (
  entry: SheetEntry,
  removed: boolean,
  bill: BillFactsRow | undefined,
) => Shown[C]

/** A removed bill has no progress. */
const fact =
  <T>(
    read: (bill: BillFactsRow) => T,
    none: T,
  ): ((entry: SheetEntry, removed: boolean, bill?: BillFactsRow) => T) =>
  (_entry, removed, bill) =>
    removed || bill === undefined ? none : read(bill)

const values: { readonly [C in SheetColumn]: ValueOf<C> } = {
  identifier: (_entry, _removed, bill) => bill?.identifier ?? null,
  jurisdiction: (_entry, _removed, bill) => bill?.jurisdiction ?? null,
  session: (_entry, _removed, bill) => bill?.session ?? null,
  title: (_entry, _removed, bill) => bill?.title ?? null,
  status: fact<Shown['status']>(
    ({ status, status_detail }) => (status === null ? null : { status, detail: status_detail }),
    null,
  ),
  status_date: fact<Shown['status_date']>(({ status_date }) => status_date, null),
  latest_action: fact<Shown['latest_action']>(({ latest_action }) => latest_action, null),
  introduced_on: fact<Shown['introduced_on']>(({ introduced_on }) => introduced_on, null),
  chamber: fact<Shown['chamber']>(({ chamber }) => chamber, null),
  classification: fact<Shown['classification']>(({ classification }) => [...classification], []),
  subjects: fact<Shown['subjects']>(({ subjects }) => [...subjects], []),
  sponsors: fact<Shown['sponsors']>(({ sponsors }) => [...(sponsors ?? [])], []),
  summary: fact<Shown['summary']>(({ summary }) => summary, null),
  link: fact<Shown['link']>(({ link }) => link, null),
  updated_at: (_entry, _removed, bill) => bill?.updated_at ?? null,
  position: ({ position }) => position,
  priority: ({ priority }) => priority,
  note: ({ note }) => note,
  tags: ({ tags }) => [...tags],
}
