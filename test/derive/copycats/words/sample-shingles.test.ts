import { describe, expect, it } from 'vitest'
import { sampleShingles } from '../../../../derive/copycats/words/sample-shingles.ts'
import { createRandom } from '../../../support/builders/seeded-random.ts'

const random = createRandom(7)
const someWords = (count: number): number[] => Array.from({ length: count }, () => random.between(1, 50_000))
const sample = (words: readonly number[], common = new Uint8Array(words.length)): number[] =>
  sampleShingles(Int32Array.from(words), common)

describe('sampled shingles', () => {
  it('two texts that share 45 words in a row have one in common, wherever the words stand', () => {
    for (let time = 0; time < 300; time += 1) {
      const passage = someWords(45)
      const mine = sample([...someWords(time), ...passage, ...someWords(40)])
      const others = new Set(sample([...someWords(300 - time), ...passage]))
      expect(mine.some((hash) => others.has(hash))).toBe(true)
    }
  })

  it('are few, and in ascending order without repeats', () => {
    const kept = sample(someWords(10_000))
    expect(kept.length).toBeLessThan(600)
    expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b))
  })

  it('leave out words of boilerplate', () => {
    const words = someWords(200)
    expect(sample(words, new Uint8Array(200).fill(1))).toEqual([])
    const half = new Uint8Array(200).fill(1, 100)
    expect(sample(words, half)).toEqual(sample(words.slice(0, 100)))
  })

  it('a text of fewer than six words has none', () => {
    expect(sample(someWords(5))).toEqual([])
    expect(sample(someWords(6))).toHaveLength(1)
  })
})
