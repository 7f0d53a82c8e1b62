import { describe, expect, it } from 'vitest'
import { PASSED_BOTH, way } from '../support/bill-ways.ts'

describe('classes that sources give to other things', () => {
  it.each([
    ['wa', 'President signed.', 'passed_both'],
    ['ky', 'enrolled, signed by Speaker of the House', 'passed_both'],
  ] as const)('%s: %s is the signing of an enrolled bill', (place, description, status) => {
    expect(way(place, [...PASSED_BOTH, ['S', description, 'passage']]).at(-1)).toBe(status)
  })

  it.each([
    ['ky', 'passed over and retained in the Orders of the Day'],
    ['ne', 'Passed over'],
    ['ks', 'Committee of the Whole - Be passed as amended'],
    ['va', 'Bill text as passed House (HR2001ER)'],
  ] as const)('%s: %s is no passage', (place, description) => {
    expect(
      way(place, [
        ['H', 'Introduced', 'introduction'],
        ['H', description, 'passage'],
      ]),
    ).toEqual(['introduced'])
  })

  it('Louisiana: passed to third reading is no passage', () => {
    expect(way('la', [['H', 'Read by title, passed to 3rd reading.', 'reading-3']])).toEqual(['introduced'])
  })

  it('Vermont: a bill delivered to the Governor is with the Governor', () => {
    expect(
      way('vt', [...PASSED_BOTH, ['H', 'Delivered to the Governor on June 6, 2025', 'passage']]).at(-1),
    ).toBe('to_executive')
  })
})
