import { describe, expect, it } from 'vitest'
import {
  createToken,
  hashToken,
  isWellFormedToken,
  tokenHint,
} from '../../../../api/accounts/tokens/token-text.ts'

describe('tokens', () => {
  it('consist of a prefix, thirty random characters and their checksum', () => {
    const made = new Set(Array.from({ length: 200 }, createToken))
    expect(made.size).toBe(200)
    for (const token of made) {
      expect(token).toMatch(/^lgl_[0-9A-Za-z]{36}$/)
      expect(isWellFormedToken(token)).toBe(true)
    }
  })

  it('are refused by their checksum if one character is wrong', () => {
    const token = createToken()
    for (let place = 4; place < token.length; place += 1) {
      const other = token[place] === 'a' ? 'b' : 'a'
      expect(isWellFormedToken(token.slice(0, place) + other + token.slice(place + 1))).toBe(false)
    }
  })

  it.each([
    '',
    'lgl_',
    'x'.repeat(40),
    createToken().slice(1),
    `${createToken()}0`,
    `LGL_${createToken().slice(4)}`,
  ])('are refused if they are %j', (text) => expect(isWellFormedToken(text)).toBe(false))

  it('are shown only by their ends, and stored as a hash', () => {
    const token = createToken()
    expect(tokenHint(token)).toBe(`lgl_…${token.slice(-4)}`)
    expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/)
  })
})
