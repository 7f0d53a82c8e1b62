import { type ComparedText, comparePairs, compareTexts, type TextLibrary } from '../passages/compare-texts.ts'
import { modelFamilies } from '../passages/model-families.ts'
import type { SharedRow } from '../store/shared-texts.ts'

/** Gives what a bill shares with models and with other bills. Both bills of a pair get a row. */
export function sharedRows(
  bill: ComparedText,
  {
    models,
    others,
    weightOf,
  }: {
    readonly models: TextLibrary
    readonly others: readonly ComparedText[]
    readonly weightOf: (word: number) => number
  },
): SharedRow[] {
  const ofModels = modelFamilies(compareTexts(bill, models, weightOf)).map(
    ({ first, further }): SharedRow => ({
      bill_id: bill.id,
      source: 'model',
      other_id: first.other.id,
      shared: first.of_here,
      family: further.map(({ other }) => other.id).sort((a, b) => a - b),
    }),
  )
  const ofBills = comparePairs(bill, others, weightOf).flatMap(
    ({ here, other, of_here, of_other }): SharedRow[] => [
      { bill_id: here.id, source: 'bill', other_id: other.id, family: [], shared: of_here },
      { bill_id: other.id, source: 'bill', other_id: here.id, family: [], shared: of_other },
    ],
  )
  return [...ofModels, ...ofBills]
}
