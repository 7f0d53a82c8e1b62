import { describe, expect, it } from 'vitest'
import { findFirstRefused } from '../../../runtime/postgres/first-refused.ts'

describe('the search for the first refused row', () => {
  it('finds it among any number at any place, with the reason for the shortest prefix', async () => {
    for (const count of [1, 2, 3, 7, 64, 100]) {
      for (let culprit = 0; culprit < count; culprit += 1) {
        const tried: number[] = []
        const found = await findFirstRefused(count, new Error(`${count}`), async (length) => {
          tried.push(length)
          return length > culprit ? new Error(`${length}`) : undefined
        })
        expect(found.index).toBe(culprit)
        expect(found.error.message).toBe(`${culprit + 1}`)
        expect(tried.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count)) + 1)
      }
    }
  })

  it('throws the reason for the empty list if even an empty list is refused', async () => {
    const reason = new Error('of none')
    await expect(
      findFirstRefused(8, new Error('of all'), async (length) =>
        length === 0 ? reason : new Error('of some'),
      ),
    ).rejects.toBe(reason)
  })
})
