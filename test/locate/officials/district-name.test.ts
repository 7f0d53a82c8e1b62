import { describe, expect, it } from 'vitest'
import { byDistrict, districtName } from '../../../locate/officials/district-name.ts'

const id = (segment: string) => `ocd-division/country:us/state:xx/${segment}`

describe('the name of a district', () => {
  it.each([
    ['sldl:10a', [], '10A'],
    ['sldu:a', [], 'A'],
    ['sldl:belknap_1', [], 'Belknap 1'],
    ['sldl:3rd_bristol_and_plymouth', [], '3rd Bristol and Plymouth'],
    ['sldl:addison-rutland', [], 'Addison-Rutland'],
    ['sldu:grand_isle', [], 'Grand Isle'],
    ['ward:2', ['2'], 'Ward 2'],
    ['sldl:6', ['6A', '6B'], '6'],
    ['sldl:5', ['05'], '05'],
    [
      'sldu:hampden_franklin_and_hampshire',
      ['x', 'Hampden, Franklin and Hampshire'],
      'Hampden, Franklin and Hampshire',
    ],
    ['sldl:at-large', [], 'At-Large'],
  ])('is that of %s, printed as %j: %s', (segment, printed, wanted) => {
    expect(districtName(id(segment), printed)).toBe(wanted)
  })
})

it('districts are ordered by number', () => {
  expect(['10', '2', '10B', '10A', 'Belknap 10', 'Belknap 6'].toSorted(byDistrict)).toEqual([
    '2',
    '10',
    '10A',
    '10B',
    'Belknap 6',
    'Belknap 10',
  ])
})
