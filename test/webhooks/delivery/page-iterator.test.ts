import { describe, expect, it } from 'vitest'
import { createPageIterator } from '../../../webhooks/delivery/page-iterator.ts'

const numbers = Array.from({ length: 95 }, (_, index) => index + 1)
const pageAfter = async (after: number | undefined, limit: number) =>
  numbers.filter((number) => number > (after ?? 0)).slice(0, limit)

async function takeAll<T>(feed: { next(): Promise<T | undefined> }, lanes = 1): Promise<T[]> {
  const taken: T[] = []
  const lane = async () => {
    for (let one = await feed.next(); one !== undefined; one = await feed.next()) taken.push(one)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return taken
}

describe('the page iterator', () => {
  it.each([1, 7, 95, 96, 200])('returns every item once, in order, from pages of %i', async (size) => {
    expect(await takeAll(createPageIterator(pageAfter, size))).toEqual(numbers)
  })

  it('divides the items among concurrent callers', async () => {
    const taken = await takeAll(createPageIterator(pageAfter, 10), 8)
    expect(taken.toSorted((a, b) => a - b)).toEqual(numbers)
  })

  it('reads a page again if reading it ahead failed, and only throws if a caller needs it', async () => {
    let reads = 0
    const feed = createPageIterator(async (after: number | undefined, limit: number) => {
      reads += 1
      if (reads === 2) throw new Error('away for a moment')
      return pageAfter(after, limit)
    }, 10)
    expect(await takeAll(feed)).toEqual(numbers)
    const broken = createPageIterator(async (): Promise<number[]> => {
      throw new Error('away')
    }, 10)
    await expect(broken.next()).rejects.toThrow('away')
  })
})
