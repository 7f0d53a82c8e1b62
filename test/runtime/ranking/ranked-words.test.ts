import { describe, expect, it } from 'vitest'
import { filterLexeme } from '../../../runtime/ranking/filter-lexeme.ts'
import { TIERS, tierLexeme } from '../../../runtime/ranking/impact-tiers.ts'
import { rankedWords } from '../../../runtime/ranking/ranked-words.ts'
import { termNumber } from '../../../runtime/ranking/term-number.ts'
import { SearchVector } from '../../../runtime/words/search-vector.ts'

type Texts = { readonly title?: string; readonly subject?: string; readonly abstract?: string }

function ranked({ title = '', subject = '', abstract = '' }: Texts, factor = 1) {
  const vector = new SearchVector()
  vector.add(title, 'A')
  vector.add(subject, 'B')
  vector.add(abstract, 'C')
  const { words, terms, impacts } = rankedWords(vector, {
    kind: 'bill',
    conditions: ['session=2025'],
    factor,
  })
  const impactOf = (form: string): number => impacts[terms.indexOf(termNumber(form))] ?? 0
  return { words: words.split(' '), terms, impactOf }
}

describe('the impact of a word', () => {
  it('is highest in the title, then in the subjects, then in the abstract', () => {
    const inTitle = ranked({ title: 'Water rights', subject: 'Farms', abstract: 'An act' })
    const inSubject = ranked({ title: 'Farms and roads', subject: 'Water', abstract: 'An act' })
    const inAbstract = ranked({ title: 'Farms and roads', subject: 'Farms', abstract: 'Water' })
    const impacts = [inTitle, inSubject, inAbstract].map((row) => row.impactOf('water'))
    expect(impacts).toEqual(impacts.toSorted((one, other) => other - one))
    expect(new Set(impacts).size).toBe(3)
  })

  it('is lower in a long title than in a short one, and higher if the word is repeated', () => {
    const long = Array.from({ length: 30 }, (_, n) => `word${n}x`).join(' ')
    expect(ranked({ title: `Water ${long}` }).impactOf('water')).toBeLessThan(
      ranked({ title: 'Water' }).impactOf('water'),
    )
    expect(ranked({ title: `Water and water ${long}` }).impactOf('water')).toBeGreaterThan(
      ranked({ title: `Water ${long}` }).impactOf('water'),
    )
  })

  it('is lowered by the factor of its row', () => {
    const whole = ranked({ title: 'Water' }).impactOf('water')
    expect(Math.abs(ranked({ title: 'Water' }, 0.5).impactOf('water') - whole / 2)).toBeLessThanOrEqual(1)
  })

  it('gives the row a lexeme for each tier that it reaches, and none for another', () => {
    const row = ranked({ title: 'Water rights of farms', abstract: 'Roads' })
    for (const form of ['water', 'road']) {
      const reached = TIERS.map((_, tier) => row.words.includes(`'${tierLexeme(form, tier)}'`))
      expect(reached).toEqual(TIERS.map((least) => row.impactOf(form) >= least))
    }
  })
})

describe('the words of a row', () => {
  it('have a lexeme for each filter', () => {
    expect(ranked({ title: 'Water' }).words).toContain(`'${filterLexeme('session=2025')}'`)
  })

  it('are listed by number in ascending order', () => {
    const { terms } = ranked({ title: 'Water rights of farms and roads' })
    expect(terms).toEqual(terms.toSorted((one, other) => one - other))
    expect(terms.every(Number.isSafeInteger)).toBe(true)
  })
})
