import { describe, expect, it } from 'vitest'
import { canBeOneBill, canBeOnePerson } from '../../../ingest/identity/namesakes.ts'

const bill = (title: string, day: string, more: readonly string[] = []) => ({
  title,
  actions: [
    { date: day, description: 'Introduced in House', classification: ['introduction'] },
    ...more.map((description) => ({ date: '1830-03-01', description, classification: [] })),
  ],
})

describe('two bill records with the same number', () => {
  const first = bill('Lantern Act', '1830-02-01', ['Reported'])

  it('are two bills if title and day of introduction differ and they share no action', () => {
    expect(canBeOneBill(first, bill('Harbour Act', '1830-05-20', ['Laid on the table']))).toBe(false)
    expect(canBeOneBill(first, bill('Harbour Act', '1830-05-20'))).toBe(false)
  })

  it('are one bill if title, day or an action is the same', () => {
    expect(canBeOneBill(first, bill('LANTERN ACT.', '1830-05-20'))).toBe(true)
    expect(canBeOneBill(first, bill('Harbour Act', '1830-02-01'))).toBe(true)
    expect(canBeOneBill(first, bill('Harbour Act', '1830-02-03', ['Reported.']))).toBe(true)
  })

  it('are one bill if a title or a day is missing', () => {
    expect(canBeOneBill(first, bill('', '1830-05-20'))).toBe(true)
    expect(canBeOneBill(first, { title: 'Harbour Act', actions: [] })).toBe(true)
  })
})

const person = (birth_date: string | null, ...terms: readonly (readonly [string, string])[]) => ({
  birth_date,
  death_date: null,
  roles: terms.map(([start_date, end_date]) => ({ start_date, end_date })),
})

describe('two person records with the same external id', () => {
  it('are two people if births or terms are too far apart for one life', () => {
    const today = person('1971-08-29', ['2025-01-03', '2027-01-03'])
    expect(canBeOnePerson(today, person('1787-01-01', ['1819-12-06', '1821-03-03']))).toBe(false)
    expect(canBeOnePerson(today, person(null, ['1819-12-06', '1821-03-03']))).toBe(false)
    expect(canBeOnePerson(today, person('1940-01-01'))).toBe(false)
  })

  it('are one person if a long life fits both, a year looks mistyped, or facts are missing', () => {
    const oldest = person('1902-12-05', ['1954-12-24', '2003-01-03'])
    expect(canBeOnePerson(oldest, person('1902-12-05', ['2001-01-03', '2003-01-03']))).toBe(true)
    expect(canBeOnePerson(oldest, person('1912-12-05'))).toBe(true)
    expect(canBeOnePerson(oldest, person(null))).toBe(true)
    expect(canBeOnePerson(person(null), person(''))).toBe(true)
    // Seats with an unknown end are printed with one in the far future.
    const open_ended = person('1981-04-09', ['2026-04-14', '2100-01-01'])
    expect(canBeOnePerson(open_ended, person('1981-04-09', ['2026-04-14', '2027-01-03']))).toBe(true)
  })
})
