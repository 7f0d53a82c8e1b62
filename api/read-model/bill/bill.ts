import type { EntityId } from '../../input/parameters.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'
import { type BillExtras, extrasOf, SOURCE_COLUMNS } from './bill-extras.ts'
import { withStoredSummaries } from './stored-summaries.ts'

export type BillDetailRow = Owner &
  BillExtras & {
    readonly item: string
    readonly latest_action: string | null
  }

/** Columns of `owner` that the parts of a bill need. */
export const BILL_OWNER = { name: 'bills', type: 'bill', visible: 'o.present' }

export async function readBill(model: ReadModel, which: EntityId): Promise<BillDetailRow | undefined> {
  const { rows } = await withStoredSummaries((summaries) =>
    model.read<BillDetailRow>((schema, bind) => {
      const owner = ownerSelect(schema, bind, which, {
        ...BILL_OWNER,
        columns: `, o.item::text AS item, o.latest_action::text AS latest_action, o.chamber, o.status, o.status_detail,
          ${SOURCE_COLUMNS.map((column) => `o.${column}`).join(', ')}`,
      })
      return `SELECT owner.*, extras.* FROM ${owner} owner CROSS JOIN ${extrasOf(schema, 'owner', summaries)}`
    }),
  )
  return rows[0]
}
