import { expect, it } from 'vitest'
import { followMerges, type MergedItem } from '../../../api/sheets/join-items.ts'

const item = (id: number, billId: number, also: Partial<MergedItem> = {}): MergedItem => ({
  id,
  bill_id: billId,
  former_bill_ids: [],
  origin: 'list',
  position: null,
  priority: null,
  note: '',
  tags: [],
  ...also,
})

it('an item of a merged bill becomes one of the bill that remains, and remembers the former one', () => {
  expect(followMerges([item(1, 10), item(2, 20)], new Map([[10, 11]]))).toEqual({
    changed: [item(1, 11, { former_bill_ids: [10] })],
    removed: [],
  })
})

it('of two items that become one, the older stays with the notes of both, whichever bill remains', () => {
  const older = item(1, 10, { note: 'first', tags: ['a'], priority: 'low' })
  const newer = item(2, 20, {
    note: 'second',
    tags: ['b', 'a'],
    priority: 'high',
    position: 'oppose',
    origin: 'search',
  })
  for (const merge of [new Map([[10, 20]]), new Map([[20, 10]])]) {
    const { changed, removed } = followMerges([older, newer], merge)
    expect(removed).toEqual([2])
    expect(changed).toEqual([
      expect.objectContaining({
        id: 1,
        bill_id: [...merge.values()][0],
        former_bill_ids: [...merge.keys()],
        note: 'first\n\nsecond',
        tags: ['a', 'b'],
        priority: 'low',
        position: 'oppose',
        origin: 'list',
      }),
    ])
  }
})

it('three bills that become one leave one item, and a note that both have stands once', () => {
  const items = [item(1, 10, { note: 'same' }), item(2, 20, { note: 'same' }), item(3, 30, { note: 'other' })]
  const { changed, removed } = followMerges(
    items,
    new Map([
      [10, 30],
      [20, 30],
    ]),
  )
  expect(removed).toEqual([2, 3])
  expect(changed).toMatchObject([{ id: 1, bill_id: 30, former_bill_ids: [10, 20], note: 'same\n\nother' }])
})
