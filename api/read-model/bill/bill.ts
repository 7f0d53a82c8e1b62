import type { EntityId } from '../../input/parameters.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'
import { type BillExtras, extrasOf } from './bill-extras.ts'

export type BillDetailRow = Owner &
  BillExtras & {
    readonly item: string
    readonly latest_action: string | null
  }

/** Columns of `owner` that the parts of a bill need. */
export const BILL_OWNER = { name: 'bills', type: 'bill', visible: 'o.present' }

export async function readBill(model: ReadModel, which: EntityId): Promise<BillDetailRow | undefined> {
  const { rows } = await model.read<BillDetailRow>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      ...BILL_OWNER,
      columns: `, o.item::text AS item, o.latest_action::text AS latest_action, o.jurisdiction, o.chamber, o.status,
        o.status_detail`,
    })
    return `SELECT owner.*, extras.* FROM ${owner} owner CROSS JOIN ${extrasOf(schema, 'owner')}`
  })
  return rows[0]
}
