import { describe, expect, it } from 'vitest'
import { boilerplateWords } from '../../../../derive/copycats/generation/boilerplate.ts'
import { noGeneration, wordWeights } from '../../../../derive/copycats/generation/generation.ts'
import { countGeneration } from '../../../../derive/copycats/generation/learn-generation.ts'
import { packGeneration, unpackGeneration } from '../../../../derive/copycats/generation/packed-generation.ts'
import { createRandom } from '../../../support/builders/seeded-random.ts'

const random = createRandom(5)
const someWords = (count: number): number[] =>
  Array.from({ length: count }, () => random.between(-2_000_000_000, 2_000_000_000))
const formula = someWords(30)
const passage = someWords(30)
const texts = Array.from({ length: 60 }, (_, number) =>
  Int32Array.from([...formula, 77, ...someWords(50), ...(number < 19 ? passage : [])]),
)

function learn(list: readonly Int32Array[]) {
  const count = countGeneration()
  for (const text of list) count.add(text)
  return count.finish(3)
}

describe('a generation', () => {
  it('knows stretches that many texts have as boilerplate, and not those of fewer than 20', () => {
    const generation = learn(texts)
    const text = Int32Array.from([...someWords(5), ...formula, ...someWords(5), ...passage])
    const marks = boilerplateWords(text, generation)
    expect([...marks.subarray(5, 35)]).toEqual(Array(30).fill(1))
    expect([...marks.subarray(35)]).toEqual(Array(35).fill(0))
  })

  it('gives rare words greater weights', () => {
    const weightOf = wordWeights(learn(texts))
    expect(weightOf(77)).toBeLessThan(weightOf(passage[0]!))
    expect(weightOf(passage[0]!)).toBeLessThan(weightOf(123_456))
  })

  it('is the same in whatever order its texts came, and after it was packed', () => {
    const generation = learn(texts)
    expect(packGeneration(learn(texts.toReversed()))).toEqual(packGeneration(generation))
    expect(unpackGeneration(packGeneration(generation))).toEqual(generation)
  })

  it('that was never learned counts all words alike and has no boilerplate', () => {
    expect(wordWeights(noGeneration)(5)).toBe(1)
    expect([...boilerplateWords(texts[0]!, noGeneration)].some((mark) => mark === 1)).toBe(false)
  })
})
