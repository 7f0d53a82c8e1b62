import { describe, expect, it } from 'vitest'
import { billsTable } from '../../../projections/tables/bill-tables.ts'
import { billDerivationsTable } from '../../../projections/tables/derivation-table.ts'
import type { Derivation } from '../../../schemas/event-bodies/derivation.ts'
import {
  billContext,
  billEntity,
  core,
  derivation,
  derivationEntity,
} from '../../legislature/event-bodies.ts'
import { LogBuilder } from '../../legislature/log-builder.ts'
import { Tables } from '../support/fold-log.ts'

const bill = billEntity(1)
const context = { bill: billContext(bill) }
const summary = { ...derivationEntity(2), ...context }

function createStory() {
  const log = new LogBuilder()
  return {
    introduce: () => log.add('bill.introduced', bill.ocd_id, { ...bill, ...context, core: core('HB 1') }),
    remove: () => log.add('bill.removed', bill.ocd_id, { ...bill, ...context, reason: 'withdrawn' }),
    record: (changes?: Partial<Derivation>) =>
      log.add('derivation.recorded', bill.ocd_id, { ...summary, derivation: derivation(changes) }),
    take_back: () =>
      log.add('derivation.removed', bill.ocd_id, { ...summary, reason: 'its bill was removed' }),
  }
}

function fold(...events: Parameters<Tables['apply']>[0]) {
  const tables = new Tables()
  for (const event of events) tables.apply([event])
  return {
    bill: tables.opened(billsTable, bill.id),
    derivation: tables.opened(billDerivationsTable, summary.id),
  }
}

describe('a derivation', () => {
  it('has a row with all that it rests on, and moves the row of its bill for the reason summary', () => {
    const story = createStory()
    const introduced = story.introduce()
    const recorded = story.record()
    const rows = fold(introduced, recorded)
    const at = recorded.meta.recorded_at
    expect(rows.derivation).toMatchObject({
      bill_id: bill.id,
      kind: 'summary',
      language: 'en',
      deleted: false,
      updated_at: at,
      reasons: { summary: at },
    })
    const { ocd_id, identifier } = context.bill
    expect(JSON.parse(rows.derivation!.item as string)).toEqual({
      id: summary.id,
      ocd_id: summary.ocd_id,
      bill: { id: bill.id, ocd_id, identifier },
      ...derivation(),
    })
    expect(rows.bill).toMatchObject({
      present: true,
      title: core('HB 1').title,
      updated_at: at,
      reasons: { introduced: introduced.meta.recorded_at, summary: at },
    })
  })

  it('that is read before its bill leaves a hidden bill, and the order of the topics changes no row', () => {
    const story = createStory()
    const recorded = story.record()
    expect(fold(recorded).bill).toMatchObject({ present: false, item: null })
    const introduced = story.introduce()
    const corrected = story.record({ text: 'Sets a fee of $6.' })
    const expected = fold(introduced, recorded, corrected)
    expect(fold(recorded, introduced, corrected)).toEqual(expected)
    expect(fold(recorded, corrected, introduced)).toEqual(expected)
  })

  it('leaves a tombstone when it is removed, and comes back under the same row', () => {
    const story = createStory()
    const events = [story.introduce(), story.record(), story.take_back()] as const
    expect(fold(...events).derivation).toMatchObject({
      deleted: true,
      item: null,
      reasons: { removed: events[2].meta.recorded_at, summary: events[2].meta.recorded_at },
    })
    const again = story.record({ text: 'Sets a fee of $6.' })
    expect(fold(...events, again).derivation).toMatchObject({ deleted: false, id: summary.id })
  })

  it('of a removed bill leaves the bill removed, in whichever order both are read', () => {
    const story = createStory()
    const [introduced, recorded, removed, gone] = [
      story.introduce(),
      story.record(),
      story.remove(),
      story.take_back(),
    ]
    const expected = fold(introduced, recorded, removed, gone)
    expect(expected.bill).toMatchObject({ deleted: true, item: null })
    expect(expected.derivation).toMatchObject({ deleted: true })
    expect(fold(introduced, removed, recorded, gone)).toEqual(expected)
    expect(fold(recorded, gone, introduced, removed)).toEqual(expected)
  })
})
