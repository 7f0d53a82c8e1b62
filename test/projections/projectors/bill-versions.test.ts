import { expect, it } from 'vitest'
import type { RowOf } from '../../../projections/read-model/table.ts'
import { billVersionsTable } from '../../../projections/tables/bill-tables.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'
import { billContext, billEntity, core, version } from '../../legislature/event-bodies.ts'
import { LogBuilder } from '../../legislature/log-builder.ts'
import { Tables } from '../support/fold-log.ts'

const bill = billEntity(1)
const context = { bill: billContext(bill) }
const log = new LogBuilder()
const introduced = log.add('bill.introduced', bill.ocd_id, { ...bill, ...context, core: core('HB 1') })
const listed = (...notes: string[]) =>
  log.add('bill.versions_changed', bill.ocd_id, {
    ...bill,
    ...context,
    versions: notes.map((note) => ({ ...version(note, note), date: null })),
  })
const enrolled = 'HB1 Enrolled'
const first = listed('HB1 Engrossed', 'HB1 Original', 'House Floor Amendment, #3843, Adopted')
const second = listed(enrolled, 'HB1 Engrossed', 'HB1 Original', 'House Floor Amendment, #3843, Adopted')

type VersionRow = RowOf<typeof billVersionsTable>

function shown(...events: readonly LogEvent[]): VersionRow[] {
  const tables = new Tables()
  for (const event of events) tables.apply([event])
  const ids = [first, second].flatMap(({ body }) => body.versions.map(({ id }) => id))
  return [...new Set(ids)].flatMap(
    (id) => (tables.opened(billVersionsTable, id) as VersionRow | undefined) ?? [],
  )
}

it('the version that was made last is known, wherever the source lists it', () => {
  const rows = shown(introduced, first, second).toSorted((one, other) => one.made - other.made)
  expect(rows.map(({ id }) => id)).toEqual([
    ...['HB1 Original', 'House Floor Amendment, #3843, Adopted', 'HB1 Engrossed', enrolled],
  ])
})

it('a version that others are listed before keeps its place in the change index', () => {
  const before = shown(introduced, first)
  const after = shown(introduced, first, second)
  const unchanged = after.filter(({ id }) => id !== enrolled)
  expect(unchanged.map(({ id, seq }) => ({ id, seq }))).toEqual(before.map(({ id, seq }) => ({ id, seq })))
  expect(unchanged.map(({ position }) => position)).toEqual([1, 2, 3])
})
