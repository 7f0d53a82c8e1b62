import { type BillSourceRow, billSourceColumns } from '../../../derive/summary/bill-source.ts'
import type { EntityId } from '../../input/parameters.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'
import { BILL_OWNER } from './bill.ts'
import { SOURCE_COLUMNS } from './bill-extras.ts'
import { modelItemOf } from './model-derivation.ts'

export type ExplainedBill = Owner &
  BillSourceRow & {
    /** JSON of what a model wrote. */
    readonly model_explanation: string | null
  }

/** Reads what an explanation of the bill derives from. */
export async function readExplainedBill(
  model: ReadModel,
  which: EntityId,
): Promise<ExplainedBill | undefined> {
  const { rows } = await model.read<ExplainedBill>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      ...BILL_OWNER,
      columns: SOURCE_COLUMNS.map((column) => `, o.${column}`).join(''),
    })
    return `SELECT owner.*, source.* FROM ${owner} owner CROSS JOIN LATERAL (
      SELECT ${billSourceColumns(schema, 'owner')}, ${modelItemOf(schema, 'owner', 'explanation')} AS model_explanation) source`
  })
  return rows[0]
}
