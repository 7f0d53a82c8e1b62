import { describe, expect, it } from 'vitest'
import { explain } from '../../../derive/explanation/explain.ts'
import { plainText, titled } from '../../support/derive/plain-text.ts'

const facts = titled('Relating to the testing of wells')
const text = plainText([
  'BE IT ENACTED BY THE LEGISLATURE:',
  'Section 1. The owner of a well shall test the well for arsenic by July 1, 2027.',
  'Section 2. A person who fails to test a well is guilty of a misdemeanor and must pay $500.',
])

describe('an explanation', () => {
  it('says who must do what, by when, the penalty and the money, with the section', () => {
    const { levels } = explain({ facts, text })
    expect(levels.headline.sentences.map((one) => one.text)).toEqual([
      'HB 5: Relating to the testing of wells',
    ])
    expect(levels.detail.sentences).toMatchObject([
      {
        section: '1',
        text: 'Deadline: The owner of a well shall test the well for arsenic by July 1, 2027.',
      },
      { section: '2', text: expect.stringMatching(/^Penalty, money: A person who fails/) },
    ])
    expect(levels.technical.sentences.map(({ section }) => section)).toEqual(['1', '2'])
  })

  it('names what the text does not state', () => {
    expect(explain({ facts, text }).not_stated).toEqual(['effective date'])
  })

  it('says so if there is no text of the bill', () => {
    const { levels, not_stated } = explain({ facts, text: null })
    expect(not_stated).toEqual(['text'])
    expect(levels.detail.sentences.at(-1)?.text).toMatch(/no text of this bill/)
  })

  it('measures the reading grade of each level', () => {
    expect(explain({ facts, text }).levels.brief.reading_grade).toBeGreaterThan(0)
  })

  it('lists struck words as struck, never as law', () => {
    const marked = [
      [{ text: 'Section 1. The owner shall test the well within 30 days', mark: 'none' as const }],
      [
        { text: 'The fee is ', mark: 'none' as const },
        { text: '$40', mark: 'struck' as const },
        { text: '$50 for each well that is tested.', mark: 'inserted' as const },
      ],
    ]
    const lines = [
      'Section 1. The owner shall test the well within 30 days',
      'The fee is $50 for each well that is tested.',
    ]
    const { levels } = explain({ facts, text: plainText(lines, marked) })
    const withOld = levels.detail.sentences.filter((one) => one.text.includes('$40'))
    expect(withOld.map((one) => one.text)).toEqual(['Struck from the law: “$40”'])
  })
})
