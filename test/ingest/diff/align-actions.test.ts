import { describe, expect, it } from 'vitest'
import { alignActions } from '../../../ingest/diff/align-actions.ts'
import type { RetiredAction } from '../../../ingest/state/stored-entities.ts'
import type { Action } from '../../../schemas/event-bodies/bill.ts'
import { action, type SeenAction } from '../../support/builders/observations.ts'

const OCD_ID = 'ocd-bill/00000000-0000-5000-8000-000000000000'
const align = (held: readonly Action[], seen: SeenAction[], retired: readonly RetiredAction[] = []) =>
  alignActions(OCD_ID, held, seen, retired)
const first = (...seen: SeenAction[]) => align([], seen).actions
const ids = (actions: readonly Action[]) => actions.map(({ id }) => id)

const read = action('2026-01-12', 'First reading, referred to Finance.')
const hearing = action('2026-01-20', 'Public hearing at 8:00 AM.')
const passed = action('2026-02-01', 'Third reading, passed; yeas, 60; nays, 38.')

describe("aligning a source's actions with stored actions", () => {
  it('gives equal actions the same ids in any order', () => {
    const held = first(read, hearing, passed)
    const again = align(held, [passed, read, hearing])
    expect(ids(again.actions)).toEqual([held[2]!.id, held[0]!.id, held[1]!.id])
    expect(again.removed).toEqual([])
  })

  it('keeps the order of actions on one day', () => {
    const referred = { ...read, description: 'Referred.' }
    const held = first(read, referred, hearing)
    const signed = { ...read, description: 'Signed.' }
    const again = align(held, [signed, referred, read, hearing])
    expect(again.actions.map(({ description }) => description)).toEqual([
      'Signed.',
      read.description,
      'Referred.',
      hearing.description,
    ])
    expect(ids(again.actions).slice(1)).toEqual(ids(held))
  })

  it('distinguishes equal actions of one day by their ordinal', () => {
    const held = first(hearing, hearing)
    expect(held[0]!.id).not.toBe(held[1]!.id)
    const again = align(held, [hearing])
    expect(ids(again.actions)).toEqual([held[0]!.id])
    expect(ids(again.removed)).toEqual([held[1]!.id])
  })

  it('keeps the id of an action whose text was corrected', () => {
    const held = first(read, passed)
    const corrected = { ...passed, description: 'Third reading, passed; yeas, 61; nays, 37.' }
    const again = align(held, [read, corrected])
    expect(ids(again.actions)).toEqual(ids(held))
    expect(again.before[1]).toEqual(held[1])
  })

  it('keeps the id of an action whose day was corrected', () => {
    const held = first(read, passed)
    const again = align(held, [read, { ...passed, date: '2026-02-02' }])
    expect(ids(again.actions)).toEqual(ids(held))
  })

  it('keeps the id of an action whose chamber was corrected', () => {
    const held = first(read)
    expect(ids(align(held, [{ ...read, chamber: 'upper' }]).actions)).toEqual(ids(held))
  })

  it('treats an action with another text on another day as new', () => {
    const held = first(read, hearing)
    const again = align(held, [read, passed])
    expect(again.before).toEqual([held[0], null])
    expect(ids(again.removed)).toEqual([held[1]!.id])
  })

  it('inserts an action between others without changing their ids', () => {
    const held = first(read, passed)
    const again = align(held, [read, hearing, passed])
    expect([again.actions[0]!.id, again.actions[2]!.id]).toEqual(ids(held))
    expect(again.before[1]).toBeNull()
  })

  it('gives a removed action its old id if it comes back', () => {
    const held = first(read, hearing)
    const without = align(held, [read])
    const back = align(without.actions, [read, hearing], without.retired)
    expect(ids(back.actions)).toEqual(ids(held))
    expect(back.retired).toEqual([])
  })

  it('never gives the id of a corrected action to a new action with the old text', () => {
    const held = first(passed)
    const corrected = { ...passed, description: 'Third reading, passed; yeas, 61; nays, 37.' }
    const edited = align(held, [corrected])
    const both = align(edited.actions, [corrected, passed])
    expect(both.actions[0]!.id).toBe(held[0]!.id)
    expect(both.actions[1]!.id).not.toBe(held[0]!.id)
  })

  it('never gives the id of a removed action to another one', () => {
    const held = first(passed)
    const corrected = { ...passed, description: 'Third reading, passed; yeas, 61; nays, 37.' }
    const edited = align(held, [corrected])
    const none = align(edited.actions, [], edited.retired)
    const fresh = align(none.actions, [passed], none.retired)
    expect(fresh.actions[0]!.id).not.toBe(held[0]!.id)
    const again = align(none.actions, [corrected], none.retired)
    expect(again.actions[0]!.id).toBe(held[0]!.id)
  })

  it('restores the first ids after a change from A to B and back to A', () => {
    const a = first(read, hearing)
    const b = align(a, [read, { ...hearing, description: 'Public hearing at 9:30 AM.' }])
    const again = align(b.actions, [read, hearing], b.retired)
    expect(ids(again.actions)).toEqual(ids(a))
  })
})
