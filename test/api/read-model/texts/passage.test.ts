import { expect, it } from 'vitest'
import { passageOf } from '../../../../api/read-model/texts/passage.ts'
import { searchQuery } from '../../../../runtime/words/search-query.ts'

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
