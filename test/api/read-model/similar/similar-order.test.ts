import { describe, expect, it } from 'vitest'
import type { ComparedBill } from '../../../../api/read-model/similar/similar-bills.ts'
import { relationOf, spreadOut } from '../../../../api/read-model/similar/similar-order.ts'

const bill = (change: Partial<ComparedBill> = {}, relations: readonly string[] = []) => ({
  jurisdiction: 'wa',
  session: '2025',
  chamber: 'lower',
  title: 'School meals',
  subjects: [],
  updated_at: '2026-01-01T00:00:00.000000Z',
  text_sha256: null,
  ...change,
  relations,
})

describe('the relation of two bills', () => {
  it('is similar if they are of two jurisdictions, whatever they have in common', () => {
    expect(relationOf(bill(), bill({ jurisdiction: 'or', text_sha256: 'a' }, ['companion']))).toBe('similar')
  })

  it('is what the source says', () => {
    const other = { title: 'Lunches' }
    expect(relationOf(bill(), bill(other, ['companion']))).toBe('companion')
    expect(relationOf(bill(), bill({ ...other, session: '2023' }, ['prior-session']))).toBe('reintroduction')
    expect(relationOf(bill(), bill({ ...other, session: '2023' }, ['related']))).toBe('similar')
  })

  it('is companion if the other chamber has a bill of the same title or text', () => {
    expect(relationOf(bill(), bill({ chamber: 'upper', title: 'SCHOOL MEALS.' }))).toBe('companion')
    const text = { text_sha256: 'a' }
    expect(relationOf(bill(text), bill({ ...text, chamber: 'upper', title: 'Lunches' }))).toBe('companion')
    expect(relationOf(bill(), bill({ title: 'School meals' }))).toBe('similar')
    expect(relationOf(bill({ title: null }), bill({ title: null, chamber: 'upper' }))).toBe('similar')
  })

  it('is reintroduction if another session had a bill of the same title', () => {
    expect(relationOf(bill(), bill({ session: '2023' }))).toBe('reintroduction')
  })
})

describe('a list over many jurisdictions', () => {
  const list = (text: string) => [...text].map((jurisdiction, place) => ({ jurisdiction, place }))

  it('begins with at most three of each, and keeps their order otherwise', () => {
    const spread = spreadOut(list('aaaaabbc'))
    expect(spread.map(({ jurisdiction }) => jurisdiction).join('')).toBe('aaabbcaa')
    expect(spread.map(({ place }) => place)).toEqual([0, 1, 2, 5, 6, 7, 3, 4])
  })

  it('is spread in its first twenty places only', () => {
    const spread = spreadOut(list('abcdefgabcdefgabcdefgaaaa'))
    expect(
      spread
        .slice(20)
        .map(({ jurisdiction }) => jurisdiction)
        .join(''),
    ).toBe('gaaaa')
  })
})
