import type { EntityId } from '../../input/parameters.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'
import { commentState } from './comment-state.ts'

export type RegulationDetailRow = Owner & {
  readonly item: string
  readonly detail: string | null
  /** JSON list of the reported comment periods, oldest first. */
  readonly comment_history: string | null
  readonly comment_state: string
}

export async function readRegulation(
  model: ReadModel,
  which: EntityId,
  today: string,
): Promise<RegulationDetailRow | undefined> {
  const { rows } = await model.read<RegulationDetailRow>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      name: 'regulations',
      type: 'regulation',
      columns: `, o.item::text AS item, ${commentState('o', bind(today))} AS comment_state`,
    })
    return `
      SELECT owner.*, d.detail::text AS detail, d.comment_history::text AS comment_history
      FROM ${owner} owner LEFT JOIN ${schema}.regulation_details d ON d.regulation_id = owner.id`
  })
  return rows[0]
}
