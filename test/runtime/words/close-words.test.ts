import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closeWords, typingErrors } from '../../../runtime/words/close-words.ts'

const vocabulary = [
  ...[
    { form: 'marijuana', bills: 400 },
    { form: 'psilocybin', bills: 40 },
    { form: 'education', bills: 9_000 },
  ],
  ...[
    { form: 'medication', bills: 300 },
    { form: 'tax', bills: 9_000 },
    { form: 'wage', bills: 700 },
  ],
  ...[
    { form: 'cage', bills: 20 },
    { form: 'wager', bills: 300 },
    { form: 'edcuation', bills: 1 },
  ],
]
const suggested = (form: string, bills = 0) => closeWords({ form, bills }, vocabulary, 3)

describe('a word that no bill has', () => {
  it.each([
    ['marajuana', ['marijuana']],
    ['psilocibin', ['psilocybin']],
    ['edcuation', ['education']],
    ['wagr', ['wager', 'wage']],
    ['xylophone', []],
    ['tux', []],
    ['hb1234', []],
  ])('has suggestions: %s', (typed, words) => {
    expect([...suggested(typed)].sort()).toEqual([...words].sort())
  })

  it('has the suggestion with the same first letter first', () => expect(suggested('wage')[0]).toBe('wager'))
})

it('a word in many bills has no suggestions', () => {
  expect(suggested('wage', 700)).toEqual([])
})

describe('typing errors', () => {
  it('are counted as inserted, deleted, replaced and exchanged letters', () => {
    expect(typingErrors('tax', 'tax', 2)).toBe(0)
    expect(typingErrors('tax', 'atx', 2)).toBe(1)
    expect(typingErrors('tax', 'taxi', 2)).toBe(1)
    expect(typingErrors('tax', 'fox', 2)).toBe(2)
    expect(typingErrors('tax', 'school', 2)).toBeGreaterThan(2)
  })

  it('are the same in both directions, up to the limit', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })
    fc.assert(
      fc.property(word, word, (one, other) => {
        const [there, back] = [typingErrors(one, other, 2), typingErrors(other, one, 2)]
        expect(Math.min(there, 3)).toBe(Math.min(back, 3))
        expect(Math.min(there, 3)).toBe(Math.min(typingErrors(one, other, 99), 3))
      }),
    )
  })
})
