import type { EntityId } from '../parameters.ts'
import type { ReadModel } from './live-schema.ts'
import { type Owner, ownerSelect } from './owner.ts'

export type BillDetailRow = Owner & {
  readonly item: string
  readonly detail: string | null
  readonly progress: string | null
  readonly latest_action: string | null
  readonly related_bills: string | null
  readonly actions: number
  readonly sponsors: number
  readonly votes: number
  readonly versions: number
  readonly documents: number
}

/** What of `owner` the parts of a bill need to know. */
export const BILL_OWNER = { name: 'bills', type: 'bill', visible: 'o.present' }

export async function readBill(model: ReadModel, which: EntityId): Promise<BillDetailRow | undefined> {
  const { rows } = await model.read<BillDetailRow>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      ...BILL_OWNER,
      columns: ', o.item::text AS item, o.latest_action::text AS latest_action',
    })
    const count = (table: string, condition = 'true') =>
      `(SELECT count(*)::integer FROM ${schema}.${table} p WHERE p.bill_id = owner.id AND NOT p.deleted AND ${condition})`
    return `
      SELECT owner.*,
        (SELECT d.detail::text FROM ${schema}.bill_details d WHERE d.bill_id = owner.id) AS detail,
        (SELECT s.status->>'progress' FROM ${schema}.bill_statuses s WHERE s.bill_id = owner.id) AS progress,
        (SELECT '[' || string_agg(p.item::text, ',' ORDER BY p.position, p.id) || ']'
         FROM ${schema}.related_bills p WHERE p.bill_id = owner.id AND NOT p.deleted) AS related_bills,
        ${count('bill_actions')} AS actions, ${count('bill_sponsors')} AS sponsors, ${count('votes')} AS votes,
        ${count('bill_versions', "p.kind = 'version'")} AS versions,
        ${count('bill_versions', "p.kind = 'document'")} AS documents
      FROM ${owner} owner`
  })
  return rows[0]
}
