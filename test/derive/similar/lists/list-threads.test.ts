import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BillIndex } from '../../../../derive/similar/index/bill-index.ts'
import { type ListThreads, startListThreads } from '../../../../derive/similar/lists/list-threads.ts'
import { bestNeighbors, otherLimits, sameLimits } from '../../../../derive/similar/lists/neighbor-list.ts'
import { listsOf } from '../../../../derive/similar/service/similar-state.ts'
import { DIMENSIONS, profile } from '../../../support/derive/bill-profiles.ts'
import { cleanUp } from '../../../support/harness/clean-up.ts'

const BILLS = 300
const bills = fc.sample(
  fc.tuple(...Array.from({ length: BILLS }, (_, at) => profile(fc.constant(at + 1), { has_vectors: true }))),
  { numRuns: 1, seed: 7 },
)[0]!
const ids = bills.map(({ bill_id }) => bill_id)

const start = (dimensions: number): { index: BillIndex; threads: ListThreads } => {
  const index = new BillIndex(dimensions)
  for (const bill of bills) index.set(dimensions === 0 ? { ...bill, codes: null } : bill)
  const threads = startListThreads(index, 2)
  cleanUp(() => threads.close())
  return { index, threads }
}

it.each([
  ['words alone', 0],
  ['words and vectors', DIMENSIONS],
])('threads make the lists that one thread makes, in the order of the bills: %s', async (_, dimensions) => {
  const { index, threads } = start(dimensions)
  const lists = await threads.makeLists(ids)
  expect(lists).toEqual(ids.map((id) => listsOf(index, id)))
  expect(lists.some(({ other }) => other.length > 6)).toBe(true)
})

it('a list has the best of all bills that are near enough', () => {
  const { index } = start(DIMENSIONS)
  for (const { bill_id, jurisdiction } of bills) {
    const all = index.similarTo(bill_id)
    const isSame = (one: { readonly jurisdiction: string }) => one.jurisdiction === jurisdiction
    expect(listsOf(index, bill_id)).toEqual({
      bill_id,
      other: bestNeighbors(
        all.filter((one) => !isSame(one)),
        otherLimits,
      ),
      same: bestNeighbors(all.filter(isSame), sameLimits),
    })
  }
})

it('a thread that ends fails the fill with a reason', async () => {
  const { threads } = start(0)
  const failed = expect(threads.makeLists(ids)).rejects.toMatchObject({ code: 'derive_failed' })
  await threads.close()
  await failed
})
