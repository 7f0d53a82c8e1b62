import type { BillState } from '../bill-place.ts'
import type { EntityId } from '../parameters.ts'
import type { ReadModel } from './live-schema.ts'
import { type Owner, ownerSelect } from './owner.ts'

export type BillDetailRow = Owner &
  BillState & {
    readonly item: string
    readonly first_action_date: string | null
    readonly latest_passage_date: string | null
    readonly detail: string | null
    readonly progress: string | null
    readonly latest_action: string | null
    readonly related_bills: string | null
    readonly actions: number
    readonly sponsors: number
    readonly withdrawn_sponsors: number
    readonly votes: number
    readonly versions: number
    readonly documents: number
  }

/** What of `owner` the parts of a bill need to know. */
export const BILL_OWNER = { name: 'bills', type: 'bill', visible: 'o.present' }

/** The bill that a related one of `owner` names, where it is held: the oldest that has the number. */
const heldBill = (schema: string): string => `(
  SELECT json_build_object('id', b.id, 'ocd_id', b.ocd_id)::text FROM ${schema}.bills b
  WHERE b.identifier_key = p.identifier_key AND b.jurisdiction = owner.jurisdiction AND b.session = p.session
    AND b.present AND NOT b.deleted ORDER BY b.id LIMIT 1)`

export async function readBill(model: ReadModel, which: EntityId): Promise<BillDetailRow | undefined> {
  const { rows } = await model.read<BillDetailRow>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      ...BILL_OWNER,
      columns: `, o.item::text AS item, o.latest_action::text AS latest_action, o.jurisdiction, o.chamber, o.status,
        o.status_detail`,
    })
    const count = (table: string, condition = 'true') =>
      `(SELECT count(*)::integer FROM ${schema}.${table} p WHERE p.bill_id = owner.id AND NOT p.deleted AND ${condition})`
    return `
      SELECT owner.*,
        (SELECT d.detail::text FROM ${schema}.bill_details d WHERE d.bill_id = owner.id) AS detail,
        (SELECT s.status->>'progress' FROM ${schema}.bill_statuses s WHERE s.bill_id = owner.id) AS progress,
        (SELECT '[' || string_agg(left(p.item::text, -1) || ',"bill":' || coalesce(${heldBill(schema)}, 'null') || '}',
            ',' ORDER BY p.position, p.id) || ']'
         FROM ${schema}.related_bills p WHERE p.bill_id = owner.id AND NOT p.deleted) AS related_bills,
        acts.actions, acts.first_action_date, acts.latest_passage_date, ${count('bill_sponsors')} AS sponsors,
        ${count('bill_sponsors', "p.item->>'withdrawn_on' IS NOT NULL")} AS withdrawn_sponsors, ${count('votes')} AS votes,
        ${count('bill_versions', "p.kind = 'version'")} AS versions,
        ${count('bill_versions', "p.kind = 'document'")} AS documents
      FROM ${owner} owner
      CROSS JOIN LATERAL (
        SELECT count(*)::integer AS actions, min(p.day) AS first_action_date,
          max(p.day) FILTER (WHERE position('"passage"' IN p.item->>'classification') > 0) AS latest_passage_date
        FROM ${schema}.bill_actions p WHERE p.bill_id = owner.id AND NOT p.deleted
      ) acts`
  })
  return rows[0]
}
