import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTokens, tokensOf } from '../../../runtime/words/tokens.ts'

const forms = (text: string) => tokensOf(text).map(({ form }) => form)

describe('the words of a text', () => {
  it.each([
    ['An act relating to school meals', ['act', 'relating', 'school', 'meal']],
    // Words have the form in which they are compared, whatever characters are printed.
    ['The staﬀ of the oﬃce shall ﬁle', ['staff', 'office', 'shall', 'file']],
    ['Peña ＰＦＡＳ Ｈ２Ｏ', ['pena', 'pfas', 'h2o']],
    ['soft\u00ADhyphen', ['softhyphen']],
    ['driver’s licenses, veterans’ homes, O’Brien', ['driver', 'license', 'veteran', 'home', 'obrien']],
    ['PBMs and EVs', ['pbm', 'ev']],
    ['the U.S. and P.F.A.S. at 5 p.m.', ['us', 'pfas', '5', 'pm']],
    ['$1,000 or 2,50', ['1000', '2', '50']],
    ['non-compete', ['non', 'compete', 'noncompete']],
    ['on-line and end-of-life', ['line', 'online', 'end', 'life', 'endoflife']],
    ['2025-2026', ['2025', '2026']],
    ['RCW 9.41.010 and 21A.205', ['rcw', '9', '41', '010', '21a', '205']],
    ['water, health and the 河川法', ['water', 'health', '河川法']],
  ])('are extracted from: %s', (text, expected) => {
    expect(forms(text)).toEqual(expected)
  })

  it.each([
    'ocd-bill-wa-2025_2026-hb1575',
    'ocd-bill/0b1e2c3d-0000-4000-8000-000000000001',
    'https://leg.example/bills?id=hb1575',
    'www.leg.example/bill/wa',
    '0b1e2c3d-0000-4000-8000-000000000001',
    'session_2025_wa',
    'x'.repeat(41),
  ])('do not include identifiers that only machines write: %s', (text) => {
    expect(forms(`water ${text} rights`)).toEqual(['water', 'right'])
  })

  it('have the positions of the text, and small words count', () => {
    expect(tokensOf('Bill of ﬁshing-rights')).toEqual([
      { form: 'bill', position: 1, joins: 1, start: 0, end: 4 },
      { form: 'fish', position: 3, joins: 1, start: 8, end: 14 },
      { form: 'right', position: 4, joins: 1, start: 15, end: 21 },
      { form: 'fishingright', position: 3, joins: 2, start: 8, end: 21 },
    ])
  })

  it('are returned until the caller has enough', () => {
    const taken: string[] = []
    readTokens('one-two three four', ({ form }) => taken.push(form) < 2)
    expect(taken).toHaveLength(2)
  })

  it('consist of plain letters and digits for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        for (const { form, start, end } of tokensOf(text)) {
          expect(form).toMatch(/^[\p{L}\p{N}]+$/u)
          expect(end).toBeGreaterThan(start)
        }
      }),
      { numRuns: 300 },
    )
  })
})
