import { describe, expect, it } from 'vitest'
import { divisionName } from '../../../../site/console/html/division-name.ts'
import { seatName } from '../../../../site/console/html/pieces.ts'

const STATE = 'ocd-division/country:us/state'

describe('a division is named in words', () => {
  it.each([
    [`${STATE}:wa/sldl:22`, 'House of Representatives, district 22'],
    [`${STATE}:ca/sldl:3a`, 'Assembly, district 3A'],
    [`${STATE}:ne/sldu:5`, 'Legislature, district 5'],
    [`${STATE}:wa/cd:10`, 'Congress, district 10'],
    [`${STATE}:wa/county:king`, 'County: King'],
    [`${STATE}:wa/place:walla_walla`, 'Place: Walla walla'],
    ['ocd-division/country:us/district:dc/ward:3', 'Ward: 3'],
    [`${STATE}:wa`, 'Washington'],
    ['ocd-division/country:ca/ed:1', 'ocd-division/country:ca/ed:1'],
  ])('%s is %s', (id, name) => {
    expect(divisionName(id)).toBe(name)
  })
})

it('a seat without a title is named by its chamber', () => {
  const seat = { type: 'member', chamber: 'lower', district: '1' }
  expect(seatName(`${STATE}:wa`, { ...seat, title: null })).toBe('House of Representatives, district 1')
  expect(seatName(`${STATE}:wa`, { ...seat, title: 'Delegate' })).toBe('Delegate, district 1')
  expect(seatName(`${STATE}:wa`, { title: null, type: 'governor', chamber: null, district: null })).toBe(
    'Governor',
  )
})
