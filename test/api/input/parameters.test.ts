import { describe, expect, it } from 'vitest'
import { checkQuery, idParameter, jurisdictionParameter } from '../../../api/input/parameters.ts'
import { parseInstant } from '../../../schemas/http/instant.ts'

describe('the time parameter', () => {
  it.each([
    ['2026-02-03', '2026-02-03T00:00:00.000000Z'],
    ['2026-02-03T04:05:06Z', '2026-02-03T04:05:06.000000Z'],
    ['2026-02-03t04:05:06z', '2026-02-03T04:05:06.000000Z'],
    ['2026-02-03 04:05:06', '2026-02-03T04:05:06.000000Z'],
    ['2026-02-03T04:05:06.7Z', '2026-02-03T04:05:06.700000Z'],
    ['2026-02-03T04:05:06.123456789Z', '2026-02-03T04:05:06.123456Z'],
    ['2026-02-03T04:05:06+02:00', '2026-02-03T02:05:06.000000Z'],
    ['2026-02-03T04:05:06 02:00', '2026-02-03T02:05:06.000000Z'],
    ['2026-02-03T04:05:06 00:00', '2026-02-03T04:05:06.000000Z'],
    ['2026-02-03T04:05:06.5-0500', '2026-02-03T09:05:06.500000Z'],
    ['2026-02-03T04:05', '2026-02-03T04:05:00.000000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000000Z'],
  ])('%s is read as %s', (text, instant) => expect(parseInstant(text)).toBe(instant))

  it.each([
    '',
    'yesterday',
    '2026',
    '2026-02',
    '2026-13-01',
    '2026-02-30',
    '2025-02-29',
    '2026-02-03T25:00:00Z',
    '2026-02-03T04:60:00Z',
    '2026-02-03T04:05:06+99:00',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
    '1767225600',
    '20260203',
    '0000-01-01',
    '2026-02-03T04:05:06Z; DROP',
    '-infinity',
    'infinity',
    'now',
  ])('%j is refused', (text) => expect(parseInstant(text)).toBeUndefined())
})

describe('ids', () => {
  it('are whole numbers or ocd_ids', () => {
    expect(idParameter('12')).toEqual({ id: 12 })
    expect(idParameter('ocd-bill/0b5c')).toEqual({ ocd_id: 'ocd-bill/0b5c' })
  })

  it.each([
    '0',
    '-1',
    '1.5',
    '9007199254740993',
    '99999999999999999999',
    'abc',
    '1e3',
    'ocd-bill',
    "1' OR '1'='1",
    '',
  ])('are refused if they are %j', (text) =>
    expect(() => idParameter(text)).toThrow(expect.objectContaining({ status: 400, code: 'invalid_id' })),
  )
})

describe('the jurisdiction parameter', () => {
  it('refuses an unknown name, and repeats it in the message', () => {
    expect(() => jurisdictionParameter('Atlantis')).toThrow(/Atlantis/)
  })
})

describe('the query check', () => {
  it('refuses a repeated parameter and characters that are not valid text', () => {
    expect(() => checkQuery({ q: ['a', 'b'] })).toThrow(
      expect.objectContaining({ code: 'repeated_parameter' }),
    )
    expect(() => checkQuery({ q: 'a\0b' })).toThrow(expect.objectContaining({ code: 'invalid_parameter' }))
    expect(() => checkQuery({ q: '\ud800' })).toThrow(expect.objectContaining({ code: 'invalid_parameter' }))
    checkQuery({ q: 'Señate 🏛' })
  })
})
