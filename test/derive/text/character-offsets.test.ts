import fc from 'fast-check'
import { expect, it } from 'vitest'
import { characterOffsets } from '../../../derive/text/character-offsets.ts'

it('an offset counts Unicode characters before it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'é', '😀', '\n'), { maxLength: 30 }), (characters) => {
      const text = characters.join('')
      const toCharacters = characterOffsets(text)
      characters.forEach((_, place) => {
        expect(toCharacters(characters.slice(0, place).join('').length)).toBe(place)
      })
      expect(toCharacters(text.length)).toBe(characters.length)
    }),
  )
})
