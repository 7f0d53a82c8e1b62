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

describe('a sheet', () => {
  it('is created, read, changed, listed and deleted', async () => {
    const made = await world.call('POST', '/bill_sheets', { name: 'Insurance', description: 'For members' })
    expect(made.statusCode).toBe(201)
    const sheet = made.json()
    expect(sheet).toMatchObject({ name: 'Insurance', description: 'For members', search: null, bills: 0 })
    expect(made.headers.location).toBe(`/v1/bill_sheets/${sheet.id}`)
    const changed = await world.call('PATCH', `/bill_sheets/${sheet.id}`, { name: 'Insurers' })
    expect(changed.json()).toMatchObject({ name: 'Insurers', description: 'For members' })
    expect((await world.read('/bill_sheets')).data.map(({ name }: { name: string }) => name)).toContain(
      'Insurers',
    )
    expect((await world.call('DELETE', `/bill_sheets/${sheet.id}`)).statusCode).toBe(204)
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const answer = await world.call(
        method,
        `/bill_sheets/${sheet.id}`,
        method === 'PATCH' ? { name: 'x' } : undefined,
      )
      expect([answer.statusCode, answer.json().code], method).toEqual([404, 'not_found'])
    }
  })

  it('leaves a tombstone without its name for readers of changes', async () => {
    const id = await createSheet({ name: 'Secret plans' })
    await world.call('DELETE', `/bill_sheets/${id}`)
    await world.test.database.query(`UPDATE account.bill_sheet SET updated_at = now() - interval '2 minutes'`)
    const { data } = await world.read('/bill_sheets?updated_since=1970-01-01&include=deleted')
    expect(data).toContainEqual({ id, deleted: true, updated_at: expect.any(String) })
    const { rows } = await world.test.database.query('SELECT * FROM account.bill_sheet WHERE id = $1', [id])
    expect(JSON.stringify(rows)).not.toContain('Secret')
  })

  it('refuses a search that can find nothing, and names the member', async () => {
    const answer = await world.call('POST', '/bill_sheets', {
      name: 'x',
      search: { jurisdiction: 'Atlantis' },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'invalid_body',
      errors: [{ pointer: '/search/jurisdiction' }],
    })
  })

  it('is not created beyond the limit of an account', async () => {
    const token = await world.api.issue({ account: 'collector' })
    await world.test.database.query(
      `INSERT INTO account.bill_sheet (account_id, name) SELECT a.id, 'sheet ' || n
       FROM account.account a, generate_series(1, 500) n WHERE a.name = 'collector'`,
    )
    const answer = await world.call(
      'POST',
      '/bill_sheets',
      { name: 'one more' },
      { authorization: `Bearer ${token}` },
    )
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'limit_reached'])
  })
})

describe('the items of a sheet', () => {
  it('have what is written about a bill, and change by themselves', async () => {
    const id = await createSheet({ name: 'List' })
    const answer = await world.call('POST', `/bill_sheets/${id}/items`, {
      items: [
        { bill_id: bills[0]!.id, position: 'support', note: 'Ours', tags: ['a', 'b'] },
        { ocd_id: bills[1]!.ocd_id },
      ],
    })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ added: 2, present: 0 })
    const [first, second] = await itemsOf(id)
    expect(first).toMatchObject({
      bill: { id: bills[0]!.id, identifier: bills[0]!.identifier, removed: false },
      position: 'support',
      priority: null,
      note: 'Ours',
      tags: ['a', 'b'],
      origin: 'list',
    })
    const changed = await world.call('PATCH', `/bill_sheets/${id}/items/${first.id}`, {
      position: null,
      priority: 'high',
    })
    expect(changed.json()).toMatchObject({ position: null, priority: 'high', note: 'Ours' })
    expect(changed.json().updated_at > first.updated_at).toBe(true)
    expect((await itemsOf(id))[1]).toEqual(second)
    const again = await world.post(`/bill_sheets/${id}/items`, {
      items: [{ bill_id: bills[1]!.id, note: 'New' }],
    })
    expect(again).toMatchObject({ added: 0, present: 1, items: [{ id: second.id, note: 'New' }] })
  })

  it('are walked by changes, with a tombstone for each that was removed', async () => {
    const id = await createSheet({ name: 'Walked' })
    const { items } = await world.post(`/bill_sheets/${id}/items`, {
      items: bills.slice(0, 3).map((bill) => ({ bill_id: bill.id, note: 'private' })),
    })
    expect((await world.call('DELETE', `/bill_sheets/${id}/items/${items[1].id}`)).statusCode).toBe(204)
    await world.test.database.query(
      `UPDATE account.bill_sheet_item SET updated_at = updated_at - interval '2 minutes'`,
    )
    const { data } = await world.read(`/bill_sheets/${id}/items?updated_since=1970-01-01&include=deleted`)
    expect(
      data.map(({ id }: { id: number }) => id).toSorted((one: number, other: number) => one - other),
    ).toEqual(items.map(({ id }: { id: number }) => id))
    expect(data.find((item: { id: number }) => item.id === items[1].id)).toEqual({
      id: items[1].id,
      deleted: true,
      updated_at: expect.any(String),
    })
    expect(await itemsOf(id)).toHaveLength(2)
    const old = await world.call('GET', `/bill_sheets/${id}/items?updated_since=2020-01-01&include=deleted`)
    expect([old.statusCode, old.json().code]).toEqual([410, 'resync_required'])
  })

  it('are refused together if one bill does not exist, by the place of its name', async () => {
    const id = await createSheet({ name: 'Refused' })
    const answer = await world.call('POST', `/bill_sheets/${id}/items`, {
      items: [{ bill_id: bills[0]!.id }, { bill_id: 987_654_321 }],
    })
    expect(answer.json()).toMatchObject({ code: 'invalid_body', errors: [{ pointer: '/items/1/bill_id' }] })
    expect(await itemsOf(id)).toEqual([])
  })

  it('are at most 5,000', async () => {
    const id = await createSheet({ name: 'Full' })
    await world.test.database.query(
      `INSERT INTO account.bill_sheet_item (sheet_id, bill_id, origin)
       SELECT $1, 1000000 + n, 'list' FROM generate_series(1, 5000) n`,
      [id],
    )
    const answer = await world.call('POST', `/bill_sheets/${id}/items`, {
      items: [{ bill_id: bills[0]!.id }],
    })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'limit_reached'])
    const number = bills[0]!.identifier
    expect(await world.post(`/bill_sheets/${id}/import`, { text: `WA ${number} 2025` })).toMatchObject({
      added: 0,
      present: 0,
      unmatched: [{ line: 1, reason: 'sheet_full' }],
    })
  })
})

describe('GET /v1/bills?sheet=', () => {
  it('lists the bills of the sheet and their changes, with other filters', async () => {
    const id = await createSheet({ name: 'Changes' })
    const [one, two] = [bills[2]!, bills[3]!]
    await world.post(`/bill_sheets/${id}/items`, { items: [{ bill_id: one.id }, { bill_id: two.id }] })
    const idsOf = async (query: string) =>
      (await world.read(`/bills?sheet=${id}${query}`)).data.map((bill: { id: number }) => bill.id)
    expect(await idsOf('')).toEqual([one.id, two.id])
    expect(await idsOf(`&q=${one.identifier}`)).toEqual([one.id])
    expect(await idsOf('&subject=Schools')).toEqual([two.id])
    expect(await idsOf('&q=relating')).toHaveLength(2)
    const { headers } = await world.call('GET', `/bills?sheet=${id}&updated_since=1970-01-01`)
    world.story.action(two, { date: '2026-05-05', description: 'Read a second time' })
    world.story.action(bills[5]!, { date: '2026-05-05', description: 'Read a second time' })
    await world.project()
    expect(await idsOf(`&updated_since=${headers['x-sync-through']}`)).toEqual([two.id])
  })

  it('needs the scope sheets and a sheet of the account', async () => {
    const id = await createSheet({ name: 'Mine' })
    const reader = { authorization: `Bearer ${await world.api.issue({ scopes: ['read'] })}` }
    expect((await world.call('GET', `/bills?sheet=${id}`, undefined, reader)).json().code).toBe(
      'insufficient_scope',
    )
    const other = { authorization: `Bearer ${await world.api.issue({ account: 'other' })}` }
    const foreign = await world.call('GET', `/bills?sheet=${id}`, undefined, other)
    const missing = await world.call('GET', '/bills?sheet=987654321', undefined, other)
    for (const answer of [foreign, missing]) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'invalid_parameter', errors: [{ parameter: 'sheet' }] })
    }
  })
})
