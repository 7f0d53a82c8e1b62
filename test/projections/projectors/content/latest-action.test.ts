import { describe, expect, it } from 'vitest'
import type { RowOf } from '../../../../projections/read-model/table.ts'
import { billActionsTable, billsTable } from '../../../../projections/tables/bill-tables.ts'
import type { Action } from '../../../../schemas/event-bodies/bill.ts'
import { type BuiltBill, EventBuilder } from '../../../support/builders/event-builder.ts'
import { Tables } from '../../support/fold-log.ts'

const days = ['2026-01-05', '2026-02-01T10:00', '2026-02', '2026-03-09', 'spring']

const action = (id: string, date: string, description: string): Action => ({
  id,
  date,
  description,
  chamber: 'lower',
  organization: null,
  classification: [],
  related_entities: [],
})

function latestOf(tables: Tables, bill: BuiltBill): unknown {
  const row = tables.opened(billsTable, bill.id) as RowOf<typeof billsTable>
  return row.latest_action === null ? null : JSON.parse(row.latest_action)
}

/** Finds the last action by sorting all that exist. */
function lastOf(tables: Tables, ids: readonly string[]): unknown {
  const [last] = ids
    .map((id) => tables.opened(billActionsTable, id) as RowOf<typeof billActionsTable>)
    .filter((row) => row !== undefined && !row.deleted)
    .sort((a, b) =>
      (a.day ?? '') === (b.day ?? '')
        ? b.first_sequence - a.first_sequence
        : (b.day ?? '').localeCompare(a.day ?? ''),
    )
  if (last === undefined) return null
  const { date, description } = JSON.parse(last.item!) as Action
  return { date, description }
}

describe('the latest action of a bill', () => {
  it('is the last action that exists after any additions, corrections and removals', () => {
    for (let seed = 1; seed <= 100; seed++) {
      let state = seed
      const below = (limit: number): number => {
        state = (state * 48_271) % 2_147_483_647
        return state % limit
      }
      const story = new EventBuilder()
      const tables = new Tables()
      const bill = story.bill()
      const ids: string[] = []
      const gone = new Set<string>()
      for (let step = 0; step < 30; step++) {
        const one = ids[below(ids.length || 1)]
        const emitted = action(one ?? '', days[below(days.length)]!, `step ${step}`)
        const head = { id: bill.id, ocd_id: bill.ocd_id, bill }
        const chance = below(4)
        if (one === undefined || chance < 2) {
          const id = gone.has(one ?? '') ? one! : `act-${step}`
          gone.delete(id)
          if (!ids.includes(id)) ids.push(id)
          story.action(bill, { ...emitted, id })
        } else if (chance === 2) {
          story.emit('bill.action_corrected', { ...head, action: emitted })
          gone.delete(one)
        } else {
          story.emit('bill.action_removed', { ...head, action_id: one })
          gone.add(one)
        }
        if (below(1 + (seed % 8)) === 0) tables.apply(story.take())
      }
      tables.apply(story.take())
      expect(latestOf(tables, bill), `seed ${seed}`).toEqual(lastOf(tables, ids))
    }
  })

  it('reads all actions only if the last one may disappear', () => {
    const story = new EventBuilder()
    const tables = new Tables()
    const bill = story.bill()
    const days = ['2026-01-05', '2026-01-06', '2026-01-07']
    for (const date of days) story.action(bill, { id: date, date, description: 'Read' })
    tables.apply(story.take())
    const head = { id: bill.id, ocd_id: bill.ocd_id, bill }
    const asksForAll = (id: string, date?: string): boolean => {
      if (date === undefined) story.emit('bill.action_removed', { ...head, action_id: id })
      else story.emit('bill.action_corrected', { ...head, action: action(id, date, 'Read again') })
      return tables
        .touches(story.take())
        .some(({ table, by }) => table === billActionsTable && by === 'group')
    }
    expect(asksForAll('2026-01-05')).toBe(false)
    expect(asksForAll('2026-01-06', '2026-01-04')).toBe(false)
    expect(asksForAll('2026-01-06', '2026-01-08')).toBe(true)
    expect(asksForAll('2026-01-07', '2026-01-07')).toBe(true)
    expect(asksForAll('2026-01-07')).toBe(true)
  })

  it('disappears with a removed bill, and does not come back with it', () => {
    const story = new EventBuilder()
    const tables = new Tables()
    const bill = story.bill()
    story.action(bill, { date: '2026-02-01', description: 'Passed' })
    story.emit('bill.removed', { id: bill.id, ocd_id: bill.ocd_id, bill, reason: 'withdrawn by mistake' })
    tables.apply(story.take())
    expect(latestOf(tables, bill)).toBeNull()
    story.update(bill, { title: 'Again' })
    tables.apply(story.take())
    expect(latestOf(tables, bill)).toBeNull()
  })

  it('fails if an action is recorded as new but already exists', () => {
    const story = new EventBuilder()
    const bill = story.bill()
    story.action(bill, { id: 'one', date: '2026-02-01', description: 'Passed' })
    story.action(bill, { id: 'one', date: '2026-02-02', description: 'Passed again' })
    expect(() => new Tables().apply(story.take())).toThrow(/action one is recorded as new but already exists/)
  })
})
