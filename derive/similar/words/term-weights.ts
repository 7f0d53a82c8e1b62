import { readTokens } from '../../../runtime/words/tokens.ts'
import { type BillMatter, plainTitle } from '../source/bill-matter.ts'
import { rarityOf } from './word-rarity.ts'

/** The words of a bill that weigh most, heaviest first, as a vector. */
export type TermWeights = {
  readonly terms: readonly string[]
  /** Whole numbers, so that sums do not depend on their order. */
  readonly weights: readonly number[]
}

/** The most terms of a bill. */
export const MOST_TERMS = 32
const LARGEST = 255
const TITLE = 2
const SUBJECT = 2
const ABSTRACT = 1

/** Numbers, years and single letters say little about the matter. */
const isTerm = (form: string): boolean => form.length > 1 && !/^\d+$/u.test(form)

/** Weighs the words of a bill by their number and their rarity. */
export function termWeights({ title, subjects, abstracts }: BillMatter): TermWeights {
  const counts = new Map<string, number>()
  const count = (text: string, by: number): void => {
    readTokens(text, ({ form }) => {
      if (isTerm(form)) counts.set(form, (counts.get(form) ?? 0) + by)
      return true
    })
  }
  count(plainTitle(title), TITLE)
  for (const subject of subjects) count(subject, SUBJECT)
  for (const abstract of abstracts) count(abstract, ABSTRACT)
  const weighed = [...counts]
    .map(([term, number]) => ({ term, weight: (1 + Math.log(number)) * rarityOf(term) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || (one.term < other.term ? -1 : 1))
    .slice(0, MOST_TERMS)
  const length = Math.hypot(...weighed.map(({ weight }) => weight)) || 1
  return {
    terms: weighed.map(({ term }) => term),
    weights: weighed.map(({ weight }) => Math.max(1, Math.round((LARGEST * weight) / length))),
  }
}

/** The length of the vector, squared. */
export const squaredLength = (weights: readonly number[]): number =>
  weights.reduce((sum, weight) => sum + weight * weight, 0)
