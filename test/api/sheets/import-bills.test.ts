import { beforeAll, describe, expect, it } from 'vitest'
import { createSheetWorld, type SheetWorld } from '../../support/api/sheet-world.ts'
import { WA } from '../../support/builders/event-parts.ts'

let world: SheetWorld

beforeAll(async () => {
  world = await createSheetWorld()
})

const createSheet = async (payload: object): Promise<number> => (await world.post('/bill_sheets', payload)).id
const itemsOf = async (id: number) => (await world.read(`/bill_sheets/${id}/items`)).data

describe('an import', () => {
  it('matches each line of a pasted list, or says why not, and loses none', async () => {
    const id = await createSheet({ name: 'Pasted' })
    const [first, second] = [
      world.story.bill({ identifier: 'HB 9001' }),
      world.story.bill({ identifier: 'SB 9002' }),
    ]
    const twice = [
      world.story.bill({ identifier: 'SB 9003', session: '2023-2024' }),
      world.story.bill({ identifier: 'SB 9003', session: '2025-2026' }),
    ]
    await world.project()
    const text = `HB 9001\n\n- WA SB9002 2025\nSB 9003\nSB 9003 (2023-2024)\nHB 9001\nAtlantis\nHB 99999\nHB 9001 and SB 9002\n`
    const answer = await world.post(`/bill_sheets/${id}/import`, { text, jurisdiction: 'wa' })
    expect(answer).toMatchObject({ lines: 8, added: 3, present: 1, format: 'list', columns: null })
    expect(
      answer.unmatched.map((line: { line: number; reason: string }) => [line.line, line.reason]),
    ).toEqual([
      [4, 'ambiguous'],
      [7, 'unreadable'],
      [8, 'not_found'],
      [9, 'several_bills'],
    ])
    expect(answer.unmatched[0]).toMatchObject({ text: 'SB 9003' })
    expect(
      answer.unmatched[0].suggestions
        .map((bill: { id: number }) => bill.id)
        .toSorted((one: number, other: number) => one - other),
    ).toEqual(twice.map((bill) => bill.id))
    const inSheet = (await itemsOf(id)).map((item: { bill_id: number }) => item.bill_id)
    expect(inSheet).toEqual([first.id, second.id, twice[0]!.id])
    const newest = await world.post(`/bill_sheets/${id}/import`, {
      text: 'SB 9003',
      jurisdiction: WA,
      take_newest: true,
    })
    expect(newest).toMatchObject({ added: 1, unmatched: [] })
  })

  it('reads a CSV file with a column of numbers, as other services export it', async () => {
    const id = await createSheet({ name: 'CSV' })
    const bill = world.story.bill({ identifier: 'HB 9010' })
    await world.project()
    const text = [
      'BillID,StateBillID,StateCode,BillName,Position,Notes',
      `1234567,HB 9010,WA,"An act, with a comma",Support,"Two`,
      `lines"`,
      '1234568,HB 9011,XX,Other,,',
      '1234569,HB 9010,wa,Same,Strongly for it,',
    ].join('\r\n')
    const answer = await world.post(`/bill_sheets/${id}/import`, { text })
    expect(answer).toMatchObject({
      format: 'csv',
      lines: 3,
      added: 1,
      present: 1,
      columns: { number: 'StateBillID', jurisdiction: 'StateCode', position: 'Position', note: 'Notes' },
      unmatched: [{ line: 4, reason: 'unknown_jurisdiction' }],
    })
    expect(await itemsOf(id)).toMatchObject([
      { bill_id: bill.id, position: 'support', note: 'Position: Strongly for it' },
    ])
  })

  it('refuses a CSV file without a column of numbers, and names its columns', async () => {
    const id = await createSheet({ name: 'No numbers' })
    const answer = await world.call('POST', `/bill_sheets/${id}/import`, {
      text: 'Name,Place\nA,WA',
      format: 'csv',
    })
    expect(answer.json()).toMatchObject({ code: 'invalid_body', errors: [{ pointer: '/text' }] })
    expect(answer.json().detail).toContain('Name, Place')
  })
})
