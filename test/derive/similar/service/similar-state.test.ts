import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BillIndex, type BillProfile } from '../../../../derive/similar/index/bill-index.ts'
import { ListFloors } from '../../../../derive/similar/lists/list-floors.ts'
import type { SimilarLists } from '../../../../derive/similar/lists/neighbor-list.ts'
import { changeBills, enterLists, listsOf } from '../../../../derive/similar/service/similar-state.ts'
import { DIMENSIONS, profile } from '../../../support/derive/bill-profiles.ts'

type Change = { readonly changed: readonly BillProfile[]; readonly removed: readonly number[] }

const ids = fc.integer({ min: 1, max: 120 })
const batch = (has_vectors: boolean): fc.Arbitrary<Change> =>
  fc
    .record({
      changed: fc.uniqueArray(profile(ids, { has_vectors }), {
        selector: ({ bill_id }) => bill_id,
        maxLength: 25,
      }),
      removed: fc.uniqueArray(ids, { maxLength: 4 }),
    })
    .map(({ changed, removed }) => ({
      changed,
      removed: removed.filter((id) => changed.every(({ bill_id }) => bill_id !== id)),
    }))

/** Follows changes as the service does, with a map in place of the tables. */
async function follow(batches: readonly Change[], dimensions: number): Promise<Map<number, SimilarLists>> {
  const state = { index: new BillIndex(dimensions), floors: new ListFloors() }
  const stored = new Map<number, SimilarLists>()
  for (const { changed, removed } of batches) {
    const { made, entering } = await changeBills(state, changed, removed)
    const theirs = [...entering.keys()].map((id) => stored.get(id)!)
    for (const id of removed) stored.delete(id)
    for (const lists of [...made, ...enterLists(state.index, theirs, entering)]) {
      const { bill_id, other, same } = lists
      stored.set(bill_id, lists)
      state.floors.set({
        bill_id,
        others: other.length,
        least_other: other.at(-1)?.score ?? null,
        sames: same.length,
        least_same: same.at(-1)?.score ?? null,
      })
    }
  }
  return stored
}

/** Makes all lists at once from the bills that remain. */
function fillFromBeginning(batches: readonly Change[], dimensions: number): Map<number, SimilarLists> {
  const bills = new Map<number, BillProfile>()
  for (const { changed, removed } of batches) {
    for (const id of removed) bills.delete(id)
    for (const bill of changed) bills.set(bill.bill_id, bill)
  }
  const index = new BillIndex(dimensions)
  for (const bill of bills.values()) index.set(bill)
  return new Map([...bills.keys()].map((id) => [id, listsOf(index, id)]))
}

const sorted = (lists: Map<number, SimilarLists>) =>
  [...lists.values()].sort((one, other) => one.bill_id - other.bill_id)

describe('lists that follow changes', () => {
  it.each([
    ['words alone', 0],
    ['words and vectors', DIMENSIONS],
  ])('equal those of a fill from the beginning: %s', async (_, dimensions) => {
    await fc.assert(
      fc.asyncProperty(fc.array(batch(dimensions > 0), { maxLength: 12 }), async (batches) => {
        expect(sorted(await follow(batches, dimensions))).toEqual(
          sorted(fillFromBeginning(batches, dimensions)),
        )
      }),
      { numRuns: 60 },
    )
  })
})
