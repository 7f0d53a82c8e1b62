import { expect, it } from 'vitest'
import { characterCount } from '../../../schemas/values/character-count.ts'

it('a character of two UTF-16 units counts once', () => {
  expect(['', 'Peña', 'a 🏠 5'].map(characterCount)).toEqual([0, 4, 5])
})
