import { describe, expect, it } from 'vitest'
import type { AddressReading } from '../../../locate/address/address.ts'
import { parseAddress } from '../../../locate/address/parse-address.ts'
import { createRandom } from '../../support/builders/seeded-random.ts'
import { addressCases } from './cases.ts'

const places = new Set([
  'SALT LAKE CITY',
  'NEW YORK',
  'ST LOUIS',
  'MILWAUKEE',
  'WASHINGTON',
  'RENO',
  'LAKE CITY',
])
const gazetteer = { has: (_state: string, name: string) => places.has(name) }
const best = (text: string): AddressReading => parseAddress(text, gazetteer).readings[0]!

function streetOf({ street }: AddressReading): string | null {
  if (street === null) return null
  const suffix = /^(?:US HWY|STATE HWY|CO RD|FM) /u.test(street.key) ? '-' : (street.suffix ?? '-')
  return [street.predir ?? '-', street.key, suffix, street.sufdir ?? '-'].join(' ')
}

describe('the address parser', () => {
  it.each(addressCases)('reads the parts of %j', (text, number, street, city, state, zip) => {
    const reading = best(text)
    expect({
      number: reading.number?.text ?? null,
      street: streetOf(reading)?.replace(/ - -$/u, ' -') ?? null,
      city: reading.city,
      state: reading.state,
      zip: reading.zip5,
    }).toEqual({ number, street: street?.replace(/ - -$/u, ' -') ?? null, city, state, zip })
  })

  it.each([
    ['PO Box 84, Springfield IL', 'po_box'],
    ['P.O. BOX 84, Springfield, IL 62701', 'po_box'],
    ['RR 3 Box 9, Foo NE', 'rural_route'],
    ['HC 1 Box 10, Foo NE', 'rural_route'],
    ['PSC 3 Box 4, APO AE 09012', 'military'],
    ['General Delivery, Moose, WY 83012', 'general_delivery'],
    ['Main & 5th, Topeka KS', 'intersection'],
    ['60629', 'incomplete'],
    ['Springfield, IL', 'incomplete'],
    ['Main St, Springfield, IL', 'incomplete'],
    ['', 'incomplete'],
    [', ,', 'incomplete'],
  ])('refuses %j as %s', (text, refusal) => {
    expect(parseAddress(text).refusal).toBe(refusal)
  })

  it.each([
    '100 Bread and Butter Ln, Reno NV',
    '12 PO Box Rd, Reno, NV',
    '9 Rural Route Rd, Reno, NV',
    '3 At Last Ln, Reno NV',
  ])('does not refuse %j, whose street only resembles a box or a crossing', (text) => {
    expect(parseAddress(text).refusal).toBeNull()
  })

  it('gives several readings if no comma says where the city begins, the known place first', () => {
    const text = '100 Lake Salt Lake City UT'
    expect(parseAddress(text, gazetteer).readings.map(({ city }) => city)).toContain('SALT LAKE CITY')
    expect(best(text).city).toBe('SALT LAKE CITY')
    expect(parseAddress('100 Main Reno NV').readings.length).toBeGreaterThan(1)
  })

  it('reads a direction as Nebraska only if nothing says otherwise', () => {
    const readings = parseAddress('123 Main St NE 20002').readings
    expect(readings.some(({ state, street }) => state === null && street?.sufdir === 'NE')).toBe(true)
    expect(best('123 Main St, Omaha NE 68102').state).toBe('ne')
  })
})

describe('any text', () => {
  const pieces = [
    '12',
    'MAIN',
    'ST',
    ',',
    '#',
    '\u0000',
    "'; DROP",
    '½',
    'N',
    'NE',
    '1/2',
    'APT',
    'É',
    '\ud800',
    '-',
    '97477',
    '🏠',
  ]

  it('has at least one reading and throws nothing', () => {
    const random = createRandom(15)
    for (let round = 0; round < 5_000; round++) {
      const text = Array.from(
        { length: random.between(0, 12) },
        () => pieces[random.between(0, pieces.length)],
      ).join(random.next() < 0.8 ? ' ' : '')
      expect(parseAddress(text, gazetteer).readings.length, text).toBeGreaterThan(0)
    }
  })

  it.each([['A'], ['1 '], ['1, '], ['APT 1 '], ['N '], ['-'], ['(']])(
    'is read in linear time: 4 KB of %j',
    (piece) => {
      const text = piece.repeat(4_096 / piece.length)
      expect(parseAddress(text, gazetteer).readings.length).toBeLessThanOrEqual(12)
    },
  )
})
