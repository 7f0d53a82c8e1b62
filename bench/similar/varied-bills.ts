import { Random } from '../../corpus/draw/random.ts'
import type { BillProfile } from '../../derive/similar/index/bill-index.ts'
import type { TermWeights } from '../../derive/similar/words/term-weights.ts'
import { normalized } from '../../derive/vectors/embedder.ts'
import { quantized } from '../../derive/vectors/quantized-vector.ts'

const SEED = 3
const PLACES = 52
/** The share of the terms, and the weight in the vector, that a varied bill has from another one. */
const OTHER_TERMS = 0.3
const OTHER_VECTOR = 0.6

/**
 * Gives so many bills: first the real ones, then others that are each made of two real ones, so that the words are as
 * frequent and the vectors as near to each other as real ones, and a bill has more similar ones if there are more bills.
 */
export function* variedBills(real: readonly BillProfile[], bills: number): Generator<BillProfile> {
  for (let at = 0; at < bills; at += 1) {
    const own = real[at % real.length]!
    if (at < real.length) {
      yield { ...own, bill_id: at }
      continue
    }
    const random = new Random(SEED, at, 0)
    const other = real[random.below(real.length)]!
    yield {
      bill_id: at,
      jurisdiction: `place ${random.below(PLACES)}`,
      is_thin: own.is_thin,
      words: mixedWords(random, own.words, other.words),
      codes: own.codes === null || other.codes === null ? null : mixedCodes(own.codes, other.codes),
    }
  }
}

function mixedWords(random: Random, own: TermWeights, other: TermWeights): TermWeights {
  const mixed = new Map(own.terms.map((term, at) => [term, own.weights[at]!]))
  for (const [at, term] of own.terms.entries()) {
    const replacing = other.terms[at]
    if (replacing === undefined || mixed.has(replacing) || !random.chance(OTHER_TERMS)) continue
    mixed.delete(term)
    mixed.set(replacing, own.weights[at]!)
  }
  return { terms: [...mixed.keys()], weights: [...mixed.values()] }
}

const mixedCodes = (own: Int8Array, other: Int8Array): Int8Array =>
  quantized(normalized(Array.from(own, (value, at) => value + OTHER_VECTOR * other[at]!)))
