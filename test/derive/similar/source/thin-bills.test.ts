import { describe, expect, it } from 'vitest'
import { isThin } from '../../../../derive/similar/source/thin-bills.ts'

const matter = (title: string, classification = 'bill', abstract?: string) => ({
  ...{ title, subjects: [], classification: [classification] },
  abstracts: abstract === undefined ? [] : [abstract],
})

describe('a bill without content to compare', () => {
  it.each([
    ['Congratulating the Tigers on their championship', 'resolution'],
    ['Mourning the death of Jane Doe', 'resolution'],
    ['Recognizing May as Bee Awareness Month', 'concurrent resolution'],
  ])('is a ceremonial resolution: %s', (title, kind) => {
    expect(isThin(matter(title, kind))).toBe(true)
  })

  it('is a bill whose content is to come', () => {
    const abstract =
      'Amends the School Code. Makes a technical change in a Section concerning the short title.'
    expect(isThin(matter('SCHOOL CODE-TECH', 'bill', abstract))).toBe(true)
  })

  it.each([
    ['Concerning the recognition of foreign judgments', 'bill'],
    ['Honoring treaty rights to water', 'bill'],
    ['Proposing an amendment to the constitution on voting', 'resolution'],
    ['Requiring an anniversary report on school safety', 'bill'],
  ])('is not one that makes law: %s', (title, kind) => {
    expect(isThin(matter(title, kind))).toBe(false)
  })
})
