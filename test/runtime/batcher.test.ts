import { beforeEach, describe, expect, it } from 'vitest'
import { createBatcher, createSharedReading } from '../../runtime/batcher.ts'

let batches: { readonly items: readonly number[]; readonly end: PromiseWithResolvers<void> }[]

beforeEach(() => {
  batches = []
})

/** Doubles numbers. Each batch waits until the test ends it. */
const createDoubler = (most: number, at_once = 1) =>
  createBatcher<number, number>(
    async (items) => {
      const end = Promise.withResolvers<void>()
      batches.push({ items, end })
      await end.promise
      return items.map((item) => 2 * item)
    },
    { most, at_once },
  )

describe('a batcher', () => {
  it('makes one batch of the calls that come together, and one of those that come while it runs', async () => {
    const double = createDoubler(10)
    const first = [1, 2, 3].map((item) => double(item))
    await expect.poll(() => batches.length).toBe(1)
    const second = [4, 5].map((item) => double(item))
    batches[0]!.end.resolve()
    await expect.poll(() => batches.length).toBe(2)
    batches[1]!.end.resolve()
    expect(await Promise.all([...first, ...second])).toEqual([2, 4, 6, 8, 10])
    expect(batches.map(({ items }) => items)).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
  })

  it('makes no batch of more items than the limit', async () => {
    const double = createDoubler(2)
    const results = Promise.all([1, 2, 3, 4, 5].map((item) => double(item)))
    for (let turn = 0; turn < 3; turn += 1) {
      await expect.poll(() => batches.length).toBe(turn + 1)
      batches[turn]!.end.resolve()
    }
    expect(await results).toEqual([2, 4, 6, 8, 10])
    expect(batches.map(({ items }) => items)).toEqual([[1, 2], [3, 4], [5]])
  })

  it('runs no more batches at once than the limit', async () => {
    const double = createDoubler(2, 2)
    const results = Promise.all([1, 2, 3, 4, 5].map((item) => double(item)))
    await expect
      .poll(() => batches.map(({ items }) => items))
      .toEqual([
        [1, 2],
        [3, 4],
      ])
    batches[1]!.end.resolve()
    await expect.poll(() => batches.length).toBe(3)
    expect(batches[2]!.items).toEqual([5])
    for (const { end } of batches) end.resolve()
    expect(await results).toEqual([2, 4, 6, 8, 10])
  })

  it('lets only the calls of a batch fail that fails', async () => {
    const double = createDoubler(1)
    const [first, second] = [double(1), double(2)]
    await expect.poll(() => batches.length).toBe(1)
    batches[0]!.end.reject(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await expect.poll(() => batches.length).toBe(2)
    batches[1]!.end.resolve()
    expect(await second).toBe(4)
  })
})

describe('a shared reading', () => {
  it('never gives a call a value that was read before it', async () => {
    let value = 'old'
    const ends: PromiseWithResolvers<void>[] = []
    const read = createSharedReading(async () => {
      const found = value
      const end = Promise.withResolvers<void>()
      ends.push(end)
      await end.promise
      return found
    })
    const before = read()
    await expect.poll(() => ends.length).toBe(1)
    value = 'new'
    const after = Promise.all([read(), read()])
    ends[0]!.resolve()
    expect(await before).toBe('old')
    await expect.poll(() => ends.length).toBe(2)
    ends[1]!.resolve()
    expect(await after).toEqual(['new', 'new'])
    expect(ends).toHaveLength(2)
  })
})
