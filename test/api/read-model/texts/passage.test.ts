import fc from 'fast-check'
import { expect, it } from 'vitest'
import { passageOf } from '../../../../api/read-model/texts/passage.ts'
import { searchQuery } from '../../../../runtime/words/search-query.ts'
import { type Token, tokensOf } from '../../../../runtime/words/tokens.ts'

const pieceOf = (text: string, q: string) => passageOf([['title', text]], searchQuery(q).forms)?.text
function marked(text: string, q: string): string[] {
  const passage = passageOf([['title', text]], searchQuery(q).forms)
  const characters = [...(passage?.text ?? '')]
  return (passage?.matches ?? []).map(({ start, end }) => characters.slice(start, end).join(''))
}

it('the passage of a short text is the whole text, on one line', () => {
  expect(pieceOf('An act\n  relating to water\u0000', 'water')).toBe('An act relating to water')
})

it('a text without the searched words has no passage', () => {
  expect(pieceOf('An act relating to underwater work', 'water')).toBeUndefined()
  expect(pieceOf('An act', 'the')).toBeUndefined()
  expect(pieceOf('An act', '-water')).toBeUndefined()
})

it('the passage of a long text is the place with the most different words', () => {
  const text = `Water first. ${'Nothing here. '.repeat(100)}Water and rights of way. ${'Nothing more. '.repeat(100)}`
  const piece = pieceOf(text, 'water right way')!
  expect(piece).toContain('Water and rights of way.')
  expect(piece.length).toBeLessThanOrEqual(280)
  expect(piece).toMatch(/^(Nothing|here\.)/)
})

it('the passage is from the part with the most words, or from the first of equal parts', () => {
  const parts = [
    ['subjects', 'Fees; Roads'],
    ['identifiers', 'HB 12'],
    ['title', 'An act relating to water fees'],
  ] as const
  expect(passageOf(parts, searchQuery('fees water').forms)).toEqual({
    part: 'title',
    text: 'An act relating to water fees',
    matches: [
      { start: 19, end: 24 },
      { start: 25, end: 29 },
    ],
  })
  expect(passageOf(parts, searchQuery('fee').forms)?.part).toBe('subjects')
})

it.each([
  ['Levies on land and a levy', 'levies', ['Levies', 'levy']],
  ['Dying women were taught', 'die woman teach', ['Dying', 'women', 'taught']],
  ['The staﬀ of the oﬃce', 'staff office', ['staﬀ', 'oﬃce']],
  ['Housing near a house', 'house', ['house']],
  ['Non-compete and noncompete agreements', 'noncompete', ['Non-compete', 'noncompete']],
  ['🐝 and bees, bee', 'bee', ['bees', 'bee']],
  [`İİİ ${'x'.repeat(400)} water`, 'water', ['water']],
])('the passage marks the matching words as they are printed: %s', (text, q, expected) => {
  expect(marked(text, q)).toEqual(expected)
})

/** The first place of the words from which most of them follow within 220 characters, by trying each place. */
function bestPlace(text: string, forms: ReadonlySet<string>): number {
  const places = tokensOf(text).filter(({ form }) => forms.has(form))
  const wordsFrom = ({ start }: Token) =>
    new Set(places.filter((one) => one.start >= start && one.start < start + 220).map(({ form }) => form))
      .size
  const most = Math.max(...places.map(wordsFrom))
  return places.find((place) => wordsFrom(place) === most)!.start
}

it('the passage begins where most of the words follow, however they are spread over the text', () => {
  const word = fc.constantFrom('water', 'road', 'fee', ...Array.from({ length: 12 }, (_, at) => `other${at}`))
  const text = fc.array(word, { minLength: 200, maxLength: 400 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(text, fc.constantFrom('water', 'water road', 'water road fee'), (whole, q) => {
      fc.pre(/\b(?:water|road|fee)\b/.test(whole))
      const { forms } = searchQuery(q)
      const found = whole.indexOf(passageOf([['text', whole]], forms)?.text ?? '')
      const place = bestPlace(whole, forms)
      // A passage begins at a word, up to 60 characters before the place, or where 280 characters are left.
      expect(found).toBeLessThanOrEqual(place)
      expect(found).toBeGreaterThanOrEqual(Math.min(place, whole.length - 280) - 60)
    }),
    { numRuns: 200 },
  )
})
