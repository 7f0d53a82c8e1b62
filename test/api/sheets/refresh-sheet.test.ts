import { beforeAll, describe, expect, it } from 'vitest'
import { createSheetWorld, type SheetWorld } from '../../support/api/sheet-world.ts'
import type { BuiltBill } from '../../support/builders/event-builder.ts'

let world: SheetWorld
let bills: BuiltBill[]

beforeAll(async () => {
  world = await createSheetWorld()
  bills = Array.from({ length: 8 }, (_, index) =>
    world.story.bill({ subjects: index % 2 === 0 ? ['Insurance'] : ['Schools'] }),
  )
  await world.project()
})

const createSheet = async (payload: object): Promise<number> => (await world.post('/bill_sheets', payload)).id
const itemsOf = async (id: number, query = '') => (await world.read(`/bill_sheets/${id}/items${query}`)).data

describe('a saved search', () => {
  it('adds bills that come to fit, and removes bills that no longer fit', async () => {
    const id = await createSheet({ name: 'Search', search: { subject: 'insurance', jurisdiction: 'WA' } })
    const found = bills.filter(({ subjects }) => subjects.includes('Insurance'))
    const idsIn = async () =>
      (await itemsOf(id))
        .map((item: { bill_id: number }) => item.bill_id)
        .toSorted((one: number, other: number) => one - other)
    expect(await idsIn()).toEqual(found.map((bill) => bill.id))
    const [kept] = await itemsOf(id)
    await world.call('PATCH', `/bill_sheets/${id}/items/${kept.id}`, { note: 'We wrote about it' })
    const fresh = world.story.bill({ subjects: ['Insurance'] })
    world.story.update(found[0]!, { subjects: ['Taxes'] })
    world.story.update(found.at(-1)!, { subjects: ['Taxes'] })
    await world.project()
    expect(await idsIn()).toHaveLength(found.length)
    world.passMinutes(2)
    const expected = new Set([...found.map((bill) => bill.id), fresh.id])
    const noted = kept.bill_id === found[0]!.id ? found.at(-1)! : found[0]!
    if (kept.bill_id !== found[0]!.id && kept.bill_id !== found.at(-1)!.id) expected.delete(found[0]!.id)
    expected.delete(noted.id)
    expect(await idsIn()).toEqual([...expected].toSorted((one: number, other: number) => one - other))
  })

  it('does not add again what somebody removed', async () => {
    const id = await createSheet({ name: 'Excluded', search: { subject: 'Schools' } })
    const before = await itemsOf(id)
    await world.call('DELETE', `/bill_sheets/${id}/items/${before[0].id}`)
    world.passMinutes(2)
    expect(await itemsOf(id)).toHaveLength(before.length - 1)
    await world.post(`/bill_sheets/${id}/items`, { items: [{ bill_id: before[0].bill_id }] })
    expect(await itemsOf(id)).toHaveLength(before.length)
  })
})

describe('a bill of a sheet', () => {
  it('that is merged leaves its item to the bill that remains, with joined notes', async () => {
    const id = await createSheet({ name: 'Merged' })
    const [older, newer] = [world.story.bill(), world.story.bill()]
    await world.project()
    const { items } = await world.post(`/bill_sheets/${id}/items`, {
      items: [
        { bill_id: older.id, note: 'First', tags: ['x'] },
        { bill_id: newer.id, note: 'Second', position: 'oppose', tags: ['y'] },
      ],
    })
    world.merge(older, newer)
    await world.project()
    world.passMinutes(2)
    const [item, ...others] = await itemsOf(id)
    expect(others).toEqual([])
    expect(item).toMatchObject({
      id: items[0].id,
      bill_id: newer.id,
      bill: { id: newer.id },
      position: 'oppose',
      note: 'First\n\nSecond',
      tags: ['x', 'y'],
    })
    const { data } = await world.read(`/bills?sheet=${id}&updated_since=1970-01-01&include=deleted`)
    expect(
      data.map((bill: { id: number }) => bill.id).toSorted((one: number, other: number) => one - other),
    ).toEqual([older.id, newer.id].toSorted((one: number, other: number) => one - other))
  })

  it('that its source removed stays, shown as removed', async () => {
    const id = await createSheet({ name: 'Removed' })
    const gone = world.story.bill({ title: 'An act that was withdrawn' })
    await world.project()
    await world.post(`/bill_sheets/${id}/items`, { items: [{ bill_id: gone.id, note: 'Why?' }] })
    world.remove(gone)
    await world.project()
    world.passMinutes(2)
    expect(await itemsOf(id)).toMatchObject([
      { bill_id: gone.id, note: 'Why?', bill: { removed: true, title: 'An act that was withdrawn' } },
    ])
  })
})
