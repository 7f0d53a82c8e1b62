import { describe, expect, it } from 'vitest'
import { findSynonyms } from '../../../../runtime/words/synonyms/find-synonyms.ts'
import { formsOf, synonymGroups } from '../../../../runtime/words/synonyms/synonym-groups.ts'

const synonymsIn = (query: string) => findSynonyms(formsOf(query)).flatMap(({ synonyms }) => synonyms)

describe('synonyms', () => {
  it.each([
    ['AI', 'artificial intelligence'],
    ['DUIs', 'driving under the influence'],
    ['EVs', 'electric vehicle'],
    ['forever chemicals in water', 'pfas'],
    ['gun control', 'firearm'],
    ['food stamps', 'supplemental nutrition assistance program'],
    ['self-driving trucks', 'autonomous vehicle'],
  ])('of "%s" include %s', (query, synonym) => expect(synonymsIn(query)).toContain(synonym))

  it('are those of the longest phrase', () => {
    expect(synonymsIn('gun violence')).not.toContain('gun')
    expect(findSynonyms(formsOf('strict gun control rules'))).toMatchObject([{ from: 1, to: 3 }])
  })

  it('are not found from a narrower word', () => expect(synonymsIn('firearm')).not.toContain('gun control'))

  it('do not include an abbreviation that also means something else', () => {
    expect(synonymsIn('DNR')).toEqual([])
    expect(synonymsIn('sexually transmitted diseases')).not.toContain('sti')
  })

  it('of a text without any are none', () => expect(synonymsIn('the of beekeeping')).toEqual([]))
})

describe('the list of synonyms', () => {
  it('has bills for every term, and two terms in every group', () => {
    expect(synonymGroups.length).toBeGreaterThan(120)
    for (const { same, narrower } of synonymGroups) {
      const terms = [...same, ...narrower]
      expect(terms.length, JSON.stringify(terms)).toBeGreaterThan(1)
      expect(same.length).toBeGreaterThan(0)
      for (const { text } of terms) expect(formsOf(text), text).not.toEqual([])
      for (const { text, bills } of narrower) expect(bills, text).toBeGreaterThan(0)
    }
  })

  it('has no term twice in a group', () => {
    for (const { same, narrower } of synonymGroups) {
      const forms = [...same, ...narrower].map(({ text }) => formsOf(text).join(' '))
      expect(new Set(forms).size, forms.join()).toBe(forms.length)
    }
  })
})
