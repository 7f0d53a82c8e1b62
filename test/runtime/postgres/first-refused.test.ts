import { describe, expect, it } from 'vitest'
import { findFirstRefused } from '../../../runtime/postgres/first-refused.ts'

describe('the first that is refused', () => {
  it('is found among any number, wherever it stands, with the reason of the shortest beginning', async () => {
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

  it('is none where nothing at all is refused too: the reason of that is thrown', async () => {
    const reason = new Error('of none')
    await expect(
      findFirstRefused(8, new Error('of all'), async (length) =>
        length === 0 ? reason : new Error('of some'),
      ),
    ).rejects.toBe(reason)
  })
})
