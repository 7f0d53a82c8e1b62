import { describe, expect, it } from 'vitest'
import { embeddedText, plainTitle } from '../../../../derive/similar/source/bill-matter.ts'

describe('the title of a bill', () => {
  it.each([
    ['An act relating to the regulation of bees', 'regulation of bees'],
    ['Relating to the use of artificial intelligence.', 'use of artificial intelligence.'],
    ['AN ACT relative to school lunches', 'school lunches'],
    ['Concerning the dietitian licensure compact.', 'dietitian licensure compact.'],
    ['A BILL to amend the Code of Virginia, relating to water rights', 'water rights'],
  ])('begins with its matter: %s', (title, plain) => {
    expect(plainTitle(title)).toBe(plain)
  })

  it('stays whole if it has hardly any other words', () => {
    expect(plainTitle('Relating to taxation.')).toBe('Relating to taxation.')
  })
})

describe('the text that a model reads', () => {
  const matter = { title: 'Concerning school meals.', subjects: [], abstracts: [], classification: [] }

  it('has title and abstracts, without an abstract that repeats the title', () => {
    const abstracts = ['Concerning  school meals', 'Provides lunches at no charge.']
    expect(embeddedText({ ...matter, abstracts })).toBe('school meals. Provides lunches at no charge')
  })

  it('is cut before it is too long for any model', () => {
    expect(embeddedText({ ...matter, abstracts: ['word '.repeat(10_000)] }).length).toBeLessThanOrEqual(2_000)
  })
})
