import { describe, expect, it } from 'vitest'
import { summarize } from '../../../derive/summary/summarize.ts'
import { plainText, titled } from '../../support/derive/plain-text.ts'

const facts = titled('Relating to the testing of wells 😀')
const text = plainText([
  'HOUSE BILL 5 😀',
  'BE IT ENACTED BY THE LEGISLATURE:',
  'Section 1. Short title. This act may be cited as the well testing act of 2026.',
  'Section 2. The legislature finds that wells must be safe for every family in this state.',
  'Section 3. The definitions in this section apply throughout this act:',
  '(1) "Well" means a hole in the ground that must be tested for water.',
  'Section 4. The owner of a well shall test the well for arsenic by July 1, 2027.',
  'Section 5. A person who fails to test a well is guilty of a misdemeanor and must pay $500.',
])

describe('a summary', () => {
  it('is the digest of the source if there is one', () => {
    const abstracts = [{ abstract: 'Requires the owner of a well to test it.', note: 'digest' }]
    expect(summarize({ facts: { ...facts, abstracts }, text })).toEqual({
      text: 'Requires the owner of a well to test it.',
      method: 'official',
      note: 'digest',
      citations: [],
    })
  })

  it('is made of sentences that do something, and never of findings, definitions or short titles', () => {
    const summary = summarize({ facts, text })
    expect(summary.method).toBe('extractive')
    expect(summary.text).toBe(
      'The owner of a well shall test the well for arsenic by July 1, 2027. ' +
        'A person who fails to test a well is guilty of a misdemeanor and must pay $500.',
    )
    expect(summary.citations.map(({ section }) => section)).toEqual(['4', '5'])
  })

  it('may begin with what the authors say that the bill does, even among findings, but not with what they hope for', () => {
    const told = (purpose: string) =>
      summarize({
        facts,
        text: plainText([
          'BE IT ENACTED:',
          `Section 1. Findings. The legislature finds that wells are deep. Accordingly, the purpose of this Act is to ${purpose} the health of every family in the rural counties of this state.`,
          'Section 2. The owner of a well shall test the well for arsenic by July 1, 2027, and report it.',
        ]),
      }).text
    expect(told('require a test of wells, for')).toMatch(
      /^Accordingly, the purpose of this Act is to require/,
    )
    expect(told('improve')).toMatch(/^The owner of a well shall/)
    expect(told('improve, by requiring tests,')).toMatch(/^Accordingly/)
  })

  it('has no condition as a sentence of its own', () => {
    const conditions = plainText([
      'SECTION 1. A person who stays in a dwelling may use force against a person who enters it by force.',
      'SECTION 2. (1) The presumption of this Act does not apply if any of the following is true of the two persons:',
      '(a) The person against whom the force is used has the right to be in the dwelling, residence, or vehicle, and no order of a court forbids it.',
      '(b) The person who uses force is engaged in an unlawful activity, or uses the dwelling, residence, or vehicle to further one, or helps to.',
      '(2) An officer may not arrest the person for the use of force.',
    ])
    const { text: said } = summarize({ facts, text: conditions })
    expect(said).toContain('An officer may not arrest')
    expect(said).not.toContain('is engaged in an unlawful activity')
  })

  it('joins a sentence that an extractor has cut into lines, and leaves out what stands before the law in its line', () => {
    const cut = plainText([
      'SECTION 1.',
      'NEW LAW A new section of law to be codified reads as follows: A. The owner of a well shall',
      'test the well for arsenic each year and keep the result. B. It is open to all.',
    ])
    expect(summarize({ facts, text: cut }).text).toBe(
      'The owner of a well shall test the well for arsenic each year and keep the result.',
    )
  })

  it('has no page of a site, no notes of a printer, no numbers of lines, and no day on which the law begins', () => {
    const others = plainText([
      'Section 1. This act shall take effect on July 1, 2027, and applies to all wells.',
      'Report Title: Wells. Requires the owner of a well to test it every year for arsenic.',
      'The summary description of legislation appearing on this page is for informational purposes only.',
      'Statutory material to be repealed is bracketed and stricken, and must be read so.',
      'Our privacy policy says how our websites must treat the name of an owner of a well.',
      'There are currently no roll call votes recorded for this bill about wells, which may change.',
    ])
    expect(summarize({ facts, text: others })).toMatchObject({ method: 'title', citations: [] })
  })

  it('has at most 85 words, unless its best sentence alone has more', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyzabcd']
    const well = (place: string, index: number) =>
      `Section ${index + 4}. The owner of a ${place} well shall test it for ${letters.map((letter) => place + letter).join(', ')}.`
    const long = plainText(['HOUSE BILL 5', 'BE IT ENACTED:', ...['deep', 'rural', 'public'].map(well)])
    const summary = summarize({ facts, text: long })
    expect(summary.citations).toHaveLength(2)
    expect(summary.text.split(' ').length).toBeLessThanOrEqual(85)
  })

  it('reads law that follows the title in its section, with what an author leaves to the states', () => {
    const model = plainText([
      'Section 1. {Title}',
      'This act may be cited as the well testing act.',
      'The owner of a well[1] shall test the well for arsenic under [insert state code] each year.',
    ])
    expect(summarize({ facts, text: model }).text).toBe(
      'The owner of a well[1] shall test the well for arsenic under [insert state code] each year.',
    )
  })

  it('leaves out a sentence with words that may be struck', () => {
    const struck = plainText([
      'Section 1. Wells.',
      'The owner of a well shall test the well [each year] for arsenic.',
    ])
    expect(summarize({ facts, text: struck }).method).toBe('title')
  })

  it('cites the stored text, with offsets in Unicode characters', () => {
    const characters = [...text.text]
    for (const { start, end, quote } of summarize({ facts, text }).citations) {
      expect(characters.slice(start, end).join('')).toBe(quote)
    }
  })

  it('is the title if there is neither a digest nor a text', () => {
    expect(summarize({ facts, text: null })).toMatchObject({
      text: facts.title,
      method: 'title',
      citations: [],
    })
  })
})
