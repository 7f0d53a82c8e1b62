import {
  type NearestBill,
  type NearestRow,
  nearestSelect,
  rankNearest,
  vectorsSelect,
} from '../../../derive/similar/read/nearest-bills.ts'
import type { QuestionVector } from '../../../derive/similar/read/question-vectors.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import { withDerivedTables } from '../../read-schema/derived-tables.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'

/**
 * Reads the bills whose meaning is nearest to a question, nearest first. `conditions` gives SQL about the row `t` of the
 * table of bills. Empty while the vectors of this model are not stored.
 */
export async function readNearestBills(
  model: ReadModel,
  vector: QuestionVector,
  wanted: {
    readonly conditions: (schema: string, bind: Bindings['bind']) => readonly string[]
    readonly limit: number
  },
): Promise<readonly NearestBill[]> {
  const found = await withDerivedTables(() =>
    model.read<NearestRow>(
      (schema, bind) => nearestSelect(schema, bind, vector, wanted.conditions(schema, bind)),
      { custom_plan: true },
    ),
  )
  return rankNearest(vector, found?.rows ?? [], wanted.limit)
}

/** Reads the likeness of these bills to a question. Bills without a vector of this model are left out. */
export async function readLikeness(
  model: ReadModel,
  vector: QuestionVector,
  ids: readonly number[],
): Promise<readonly NearestBill[]> {
  if (ids.length === 0) return []
  const found = await withDerivedTables(() =>
    model.read<NearestRow>((_, bind) => vectorsSelect(bind, vector, ids)),
  )
  return rankNearest(vector, found?.rows ?? [], ids.length)
}
