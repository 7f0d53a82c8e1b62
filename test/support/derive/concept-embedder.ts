import { type Embedder, normalized } from '../../../derive/vectors/embedder.ts'

/** Words of each number of the vector. Two words of one line mean the same. */
const CONCEPTS: readonly (readonly string[])[] = [
  ['car', 'cars', 'vehicle', 'vehicles', 'automobile'],
  ['autonomous', 'self-driving', 'driverless'],
  ['bee', 'bees', 'pollinator', 'pollinators'],
  ['school', 'schools', 'pupil', 'pupils'],
  ['meal', 'meals', 'lunch', 'lunches'],
  ['water', 'river', 'rivers'],
  ['tax', 'taxes', 'levy'],
  ['license', 'licensing', 'permit'],
]

export type CountedEmbedder = Embedder & { readonly embedded: () => number }

/** An embedder for tests: a vector counts the concepts of a text. Another version gives another id and other vectors. */
export function createConceptEmbedder(version = 1): CountedEmbedder {
  let embedded = 0
  return {
    id: `concepts ${version}`,
    dimensions: CONCEPTS.length,
    async embed(texts, signal) {
      signal.throwIfAborted()
      embedded += texts.length
      return texts.map((text) => vectorOf(text, version))
    },
    async close() {},
    embedded: () => embedded,
  }
}

function vectorOf(text: string, version: number): Float32Array {
  const words = text.toLowerCase().match(/[a-z-]+/gu) ?? []
  const counts = CONCEPTS.map((concept) => words.filter((word) => concept.includes(word)).length || -0.2)
  return normalized(version === 1 ? counts : counts.toReversed())
}
