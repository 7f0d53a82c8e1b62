import type { Static } from 'typebox'
import type { BriefBill, SheetItem } from '../../schemas/http/sheets/sheet.ts'
import type { ReadModel } from '../read-schema/live-schema.ts'
import { readBillFacts } from './sheet-bills.ts'
import type { ItemRecord } from './sheet-items.ts'

type Brief = Static<typeof BriefBill>

/** Reads the short forms of the bills of items, by the ids of the items' bills. */
export async function readItemBriefs(
  model: ReadModel,
  items: readonly Pick<ItemRecord, 'bill_id'>[],
): Promise<(item: ItemRecord) => Static<typeof SheetItem>> {
  const facts = await readBillFacts(
    model,
    items.map(({ bill_id }) => bill_id),
    [],
  )
  return (item) => {
    const bill = facts.get(item.bill_id)
    const { id, bill_id, origin, position, priority, note, created_at, updated_at } = item
    const own = { position, priority, note, tags: [...item.tags], created_at, updated_at }
    return { id, bill_id, bill: bill === undefined ? null : briefOf(bill), origin, ...own }
  }
}

const briefOf = (bill: Omit<Brief, 'removed'> & { readonly deleted: boolean }): Brief => {
  const { id, ocd_id, jurisdiction, session, identifier, title, deleted } = bill
  return { id, ocd_id, jurisdiction, session, identifier, title, removed: deleted }
}
