import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inOwnHeap } from '../../support/heap/in-own-heap.ts'
import type { ReceiversThatWent } from '../../support/heap/receivers-that-went.ts'

const RECEIVERS = 100
/** The last one may not have been released yet. */
const LAST = 1
const script = join(import.meta.dirname, '../../support/heap/receivers-that-went.ts')

it('a hundred receivers that came and went leave no connection and no pool', async () => {
  const { outcomes, before, after } = await inOwnHeap<ReceiversThatWent>(script, { count: RECEIVERS })
  expect(outcomes).toEqual(Array.from({ length: RECEIVERS }, () => 'delivered retry'))
  expect(after.pools).toBeLessThanOrEqual(before.pools + LAST)
  expect(after.sockets).toBeLessThanOrEqual(before.sockets + LAST)
})
