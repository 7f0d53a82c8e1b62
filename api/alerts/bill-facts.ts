import type { BillFacts, ReadFacts } from '../../alerts/digest/digest-content.ts'
import type { ReadModel } from '../read-schema/live-schema.ts'
import { readBillFacts } from '../sheets/sheet-bills.ts'

/** Reads what a digest says about bills beside their changes. */
export const createReadFacts =
  (model: ReadModel): ReadFacts =>
  async (billIds) => {
    const found = await readBillFacts(model, billIds, ['link'])
    return new Map(
      billIds.map((id): [number, BillFacts] => {
        const row = found.get(id)
        return [
          id,
          {
            identifier: row?.identifier ?? null,
            title: row?.title ?? null,
            status: row?.status ?? null,
            link: row?.link ?? null,
          },
        ]
      }),
    )
  }
