import { describe, expect, it } from 'vitest'
import { canonicalText } from '../../../ingest/decide/canonical-text.ts'
import { canonicalize } from '../../../ingest/decide/canonicalize.ts'
import { action, bill, core, member, vote } from '../../support/builders/observations.ts'

const line = (text: string) => canonicalText(text, 'line', 'title')

describe('canonicalizing a line of text', () => {
  it.each([
    ['plain text stays', 'An act, relating to taxes.', 'An act, relating to taxes.'],
    ['an entity is decoded', 'O&#39;Rourke &quot;x&quot; &amp; Sons', `O'Rourke "x" & Sons`],
    ['entities are decoded once, not twice', 'R&amp;amp;D', 'R&amp;D'],
    ['an ampersand without an entity stays', 'AT&T and R&D &copy 2020', 'AT&T and R&D &copy 2020'],
    ['a hexadecimal entity is decoded', '&#x2019;', '’'],
    ['a no-break space is a space', 'Section\u00a05', 'Section 5'],
    ['an entity for a no-break space is a space', 'Section&nbsp;5', 'Section 5'],
    ['a soft hyphen is removed', 'appro\u00adpriation', 'appropriation'],
    ['zero-width characters are removed', 'HB\u200b 53\ufeff', 'HB 53'],
    ['direction marks are removed', '\u202eHB 53\u202c', 'HB 53'],
    ['NUL is removed', 'a\0b', 'ab'],
    ['NUL between spaces leaves one space', 'a \0 b', 'a b'],
    ['control characters are removed', 'a\u0007\u0090b', 'ab'],
    ['a lone surrogate is replaced', 'a\ud800b', 'a\ufffdb'],
    ['a pair of surrogates stays', 'a😀b', 'a😀b'],
    ['decomposed letters are composed', 'Mun\u0303oz', 'Muñoz'],
    ['spaces and line ends are one space', ' a \r\n\t  b ', 'a b'],
    ['a line separator is a space', 'a\u2028b', 'a b'],
  ])('follows the rule: %s', (_, text, expected) => {
    expect(line(text)).toBe(expected)
  })

  it('refuses a title of 10 MB and names the field', () => {
    const title = 'x'.repeat(10 * 1024 * 1024)
    expect(() => canonicalize('bill', { core: core('HB 1', { title }) })).toThrow(
      expect.objectContaining({
        code: 'record_too_large',
        message: expect.stringContaining('core.title has 10485760 characters'),
      }),
    )
  })
})

describe('canonicalizing other texts', () => {
  it('keeps the paragraphs of an abstract', () => {
    expect(canonicalText('One \r\n  two\u00a0\r\n\r\n\r\n\r\nthree ', 'lines', 'abstract')).toBe(
      'One\ntwo\n\nthree',
    )
  })

  it('keeps the spaces of an address', () => {
    expect(canonicalText(' https://example.gov/a  b?x=1&amp;y=2 ', 'address', 'url')).toBe(
      'https://example.gov/a  b?x=1&y=2',
    )
  })
})

describe('canonicalizing the parts of an observation', () => {
  it('sorts sets and removes repeated and empty items', () => {
    const { parts } = bill('HB 1', { subjects: ['Taxes', '', 'Budget', 'Taxes'] })
    expect(canonicalize('bill', parts).core?.subjects).toEqual(['Budget', 'Taxes'])
  })

  it('replaces an empty text with null if null is allowed', () => {
    const seen = { ...action('2026-01-01', 'x'), organization: '' }
    expect(canonicalize('bill', { actions: [seen] }).actions?.[0]?.organization).toBeNull()
  })

  it('keeps the order of actions and sponsors', () => {
    const actions = [action('2026-01-02', 'b'), action('2026-01-01', 'a')]
    expect(canonicalize('bill', { actions }).actions?.map(({ description }) => description)).toEqual([
      'b',
      'a',
    ])
  })

  it('gives the same result for voters in any order, and keeps voters with the same name', () => {
    const members = [member('Smith', 'no'), member('Chase', 'yes'), member('Smith', 'no')]
    const one = canonicalize('vote', vote('HB 1', 'a', { votes: members }).parts)
    const other = canonicalize('vote', vote('HB 1', 'a', { votes: members.toReversed() }).parts)
    expect(one).toEqual(other)
    expect(one.vote?.votes).toHaveLength(3)
  })

  it('writes fields in one order, and extras sorted by their keys', () => {
    const extras = { b: 'x\u00a0y', a: { d: 1, c: ['&lt;'] } }
    const { title, ...rest } = core('HB 1', { extras })
    const turned = canonicalize('bill', { core: { title, ...rest } }).core
    expect(JSON.stringify(turned)).toBe(
      JSON.stringify(canonicalize('bill', { core: core('HB 1', { extras }) }).core),
    )
    expect(turned?.extras).toEqual({ a: { c: ['<'], d: 1 }, b: 'x y' })
  })

  it('adds no parts that the observation does not name', () => {
    expect(canonicalize('bill', { actions: [] })).toEqual({ actions: [] })
  })
})
