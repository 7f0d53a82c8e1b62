import { expect, it } from 'vitest'
import { MARKS, pieceOf, withoutMarks } from '../../api/passage.ts'

it('a short text is its own piece, on one line', () => {
  expect(pieceOf('An act\n  relating to water', ['water'])).toBe('An act relating to water')
})

it('a text without the words has no piece', () => {
  expect(pieceOf('An act relating to underwater work', ['water'])).toBeUndefined()
  expect(pieceOf('An act', [])).toBeUndefined()
})

it('the piece of a long text is where most different words stand together', () => {
  const text = `Water first. ${'Nothing here. '.repeat(100)}Water and rights of way. ${'Nothing more. '.repeat(100)}`
  const piece = pieceOf(text, ['water', 'right', 'way'])!
  expect(piece).toContain('Water and rights of way.')
  expect(piece.length).toBeLessThanOrEqual(280)
  expect(piece).toMatch(/^(Nothing|here\.)/)
})

it('finds what a stem has lost its end of', () => {
  expect(pieceOf('A levy on land', ['levi'])).toBe('A levy on land')
  expect(pieceOf('Levies on land', ['levi'])).toBe('Levies on land')
})

it('a letter that is longer in lower case moves nothing', () => {
  const text = `İİİ ${'x'.repeat(400)} water`
  expect(pieceOf(text, ['water'])).toContain('water')
})

it('no character that marks anything is shown', () => {
  expect(pieceOf(`${MARKS.start}water${MARKS.end}\u0000`, ['water'])).toBe('water')
})

it('marks become places in characters, whatever these take', () => {
  const marked = `🐝 and ${MARKS.start}bees${MARKS.end}, ${MARKS.start}bee${MARKS.end}`
  expect(withoutMarks('title', marked)).toEqual({
    part: 'title',
    text: '🐝 and bees, bee',
    matches: [
      { start: 6, end: 10 },
      { start: 12, end: 15 },
    ],
  })
})
