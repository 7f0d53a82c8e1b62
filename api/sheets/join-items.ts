import type { SheetEntry } from './sheet-bills.ts'

/** An item as merges of bills change it. */
export type MergedItem = SheetEntry & {
  readonly former_bill_ids: readonly number[]
  readonly origin: 'list' | 'search'
}

/** Two notes of full length, and more: only a chain of many merges is cut. */
const MAX_NOTE = 20_000
const MAX_TAGS = 50

/**
 * Lets the items of a sheet follow merged bills. Two items that are one bill now keep the older item: its notes are joined,
 * and the newer one fills what the older one lacks. `items` are in the order of their ids.
 */
export function followMerges(
  items: readonly MergedItem[],
  remaining: ReadonlyMap<number, number>,
): { readonly changed: MergedItem[]; readonly removed: number[] } {
  const byBill = new Map<number, MergedItem>()
  const changed = new Set<number>()
  const removed: number[] = []
  for (const item of items) {
    const billId = remaining.get(item.bill_id) ?? item.bill_id
    const older = byBill.get(billId)
    const former = billId === item.bill_id ? [] : [item.bill_id]
    if (older === undefined) {
      byBill.set(billId, {
        ...item,
        bill_id: billId,
        former_bill_ids: distinct([...item.former_bill_ids, ...former]),
      })
      if (former.length > 0) changed.add(billId)
      continue
    }
    byBill.set(billId, joinedItem(older, item, former))
    changed.add(billId)
    removed.push(item.id)
  }
  return { changed: [...byBill.values()].filter(({ bill_id }) => changed.has(bill_id)), removed }
}

function joinedItem(older: MergedItem, newer: MergedItem, former: readonly number[]): MergedItem {
  const notes = distinct([older.note, newer.note].filter((note) => note !== ''))
  return {
    ...older,
    former_bill_ids: distinct([...older.former_bill_ids, ...newer.former_bill_ids, ...former]),
    origin: older.origin === 'list' || newer.origin === 'list' ? 'list' : 'search',
    position: older.position ?? newer.position,
    priority: older.priority ?? newer.priority,
    note: notes.join('\n\n').slice(0, MAX_NOTE).toWellFormed(),
    tags: distinct([...older.tags, ...newer.tags]).slice(0, MAX_TAGS),
  }
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]
