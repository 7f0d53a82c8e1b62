import { expect, it } from 'vitest'
import type { BillFactsRow, SheetEntry } from '../../../api/sheets/sheet-bills.ts'
import { shownBills } from '../../../api/sheets/shown-bills.ts'
import { sheetColumns } from '../../../schemas/http/sheets/sheet-columns.ts'

const entry: SheetEntry = {
  id: 1,
  bill_id: 10,
  position: 'oppose',
  priority: 'high',
  note: 'Ours alone',
  tags: ['a'],
}
const bill: BillFactsRow = {
  asked_id: 10,
  id: 10,
  ocd_id: 'ocd-bill/x',
  deleted: false,
  jurisdiction: 'ocd-division/country:us',
  session: '119',
  identifier: 'HR 1',
  title: 'An act',
  chamber: 'lower',
  classification: ['bill'],
  subjects: ['Taxes'],
  status: 'introduced',
  status_detail: null,
  status_date: '2026-01-02',
  introduced_on: '2026-01-02',
  latest_action: { date: '2026-01-02', description: 'Introduced' },
  updated_at: '2026-01-02T00:00:00.000000Z',
  sponsors: ['Doe'],
  link: 'https://example.org',
  summary: 'Short',
}

it('has the chosen columns and nothing else', () => {
  for (const column of sheetColumns) {
    const [shown] = shownBills([{ entry, bill }], [column])
    expect(Object.keys(shown!)).toEqual(['id', 'removed', column])
  }
  expect(JSON.stringify(shownBills([{ entry, bill }], ['title', 'status']))).not.toContain('Ours')
})

it('shows a removed bill as removed, without progress', () => {
  const [shown] = shownBills([{ entry, bill: { ...bill, deleted: true } }], sheetColumns)
  expect(shown).toMatchObject({
    id: 10,
    removed: true,
    identifier: 'HR 1',
    title: 'An act',
    status: null,
    latest_action: null,
    note: 'Ours alone',
  })
  expect(shownBills([{ entry, bill: undefined }], ['identifier', 'status'])).toEqual([
    { id: 10, removed: true, identifier: null, status: null },
  ])
})

it('shows the older of two rows that are one bill now', () => {
  const newer = { ...entry, id: 2, bill_id: 9, note: 'newer' }
  const rows = [
    { entry, bill },
    { entry: newer, bill: { ...bill, asked_id: 9 } },
  ]
  expect(shownBills(rows, ['note'])).toEqual([{ id: 10, removed: false, note: 'Ours alone' }])
})
