import { describe, expect, it } from 'vitest'
import { MOST_TERMS, squaredLength, termWeights } from '../../../../derive/similar/words/term-weights.ts'

const matter = (title: string, ...abstracts: string[]) => ({
  title,
  subjects: [],
  classification: [],
  abstracts,
})

describe('the words of a bill', () => {
  it('weigh more if they are rare and if the title has them', () => {
    const { terms } = termWeights(
      matter('An act relating to psilocybin', 'Regulates the sale of psilocybin mushrooms.'),
    )
    expect(terms[0]).toBe('psilocybin')
    expect(terms).toContain('mushroom')
    expect(terms.indexOf('mushroom')).toBeLessThan(terms.indexOf('act'))
  })

  it('are a vector of about the length 255, in whole numbers', () => {
    const { weights } = termWeights(matter('Licensing of beekeepers', 'Sets fees for hives and apiaries.'))
    expect(weights.every((weight) => Number.isInteger(weight) && weight >= 1 && weight <= 255)).toBe(true)
    expect(Math.sqrt(squaredLength(weights))).toBeCloseTo(255, -1)
  })

  it('are at most 32, without numbers', () => {
    const long = Array.from({ length: 100 }, (_, at) => `word${String.fromCharCode(97 + (at % 26))}${at}x`)
    const { terms } = termWeights(matter(`${long.join(' ')} 2026 12345`))
    expect(terms).toHaveLength(MOST_TERMS)
    expect(terms.some((term) => /^\d+$/u.test(term))).toBe(false)
  })

  it('are none for a bill without a title', () => {
    expect(termWeights(matter(''))).toEqual({ terms: [], weights: [] })
  })
})
