import { describe, expect, it } from 'vitest'
import { shownPart } from '../../../../projections/rebuild/compare/find-differing-rows.ts'

const long = (change: string) => `${'a'.repeat(1_000)}${change}${'b'.repeat(1_000)}`

describe('the excerpt of a differing value', () => {
  it('is a short value as a whole, and empty for no value', () => {
    expect(shownPart('HB 7', 'HB 8')).toBe('HB 7')
    expect(shownPart(null, 'HB 8')).toBeNull()
  })

  it('surrounds the first difference of a long text', () => {
    const [one, other] = [shownPart(long('one'), long('two'))!, shownPart(long('two'), long('one'))!]
    expect(one).toMatch(/^…a{40}oneb+…$/)
    expect(other).toMatch(/^…a{40}twob+…$/)
    expect(one).toHaveLength(202)
  })

  it('is the end if one text continues the other, and the beginning if there is no other text', () => {
    expect(shownPart(`${'a'.repeat(500)}b`, 'a'.repeat(500))).toBe(`…${'a'.repeat(199)}b`)
    expect(shownPart('a'.repeat(500), null)).toBe(`${'a'.repeat(200)}…`)
  })
})
