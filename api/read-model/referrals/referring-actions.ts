import type { EntityId } from '../../input/parameters.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { ownerSelect } from '../../read-schema/owner.ts'
import { BILL_OWNER } from '../bill/bill.ts'
import type { PartReading } from '../bill/bill-parts.ts'

/** An action that may name committees. */
export type ReferringAction = {
  readonly part_id: string | null
  readonly item: string
  readonly day: string | null
  readonly updated_at: string
}

/** SQL: the actions of a bill as a JSON list of ReferringAction, oldest first. */
export const referringActions = (schema: string, billId: string): string => `coalesce((
  SELECT json_agg(json_build_object('part_id', a.id, 'item', a.item::text, 'day', a.day,
    'updated_at', a.item->>'updated_at') ORDER BY a.day NULLS FIRST, a.first_sequence, a.id)
  FROM ${schema}.bill_actions a WHERE a.bill_id = ${billId} AND NOT a.deleted
), '[]')`

/** Reads the bill and all its actions, oldest first, because a committee's referrals may be anywhere. */
export async function readReferringActions(
  model: ReadModel,
  which: EntityId,
): Promise<{
  feed: PartReading<never>['feed']
  owner: PartReading<never>['owner']
  rows: ReferringAction[]
}> {
  type Joined = NonNullable<PartReading<never>['owner']> & ReferringAction
  const { feed, rows } = await model.read<Joined>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      ...BILL_OWNER,
      columns: ', o.jurisdiction, o.session, o.chamber',
    })
    return `SELECT owner.*, a.id AS part_id, a.item::text AS item, a.day, a.updated_at
      FROM ${owner} owner
      LEFT JOIN LATERAL (
        SELECT * FROM ${schema}.bill_actions p WHERE p.bill_id = owner.id AND NOT p.deleted
      ) a ON owner.replaced_by IS NULL AND NOT owner.owner_deleted
      ORDER BY a.day NULLS FIRST, a.first_sequence, a.id`
  })
  return { feed, owner: rows[0], rows: rows.filter((row) => row.part_id !== null) }
}
