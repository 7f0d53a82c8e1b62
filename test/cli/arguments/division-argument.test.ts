import { describe, expect, it } from 'vitest'
import { divisionOf } from '../../../cli/arguments/division-argument.ts'

describe('a place argument', () => {
  it.each([
    ['WA', 'ocd-division/country:us/state:wa'],
    ['Puerto Rico', 'ocd-division/country:us/state:pr'],
    ['ocd-division/country:us/territory:pr', 'ocd-division/country:us/state:pr'],
    ['ocd-division/country:us/state:wa/place:Seattle', 'ocd-division/country:us/state:wa/place:seattle'],
    ['ocd-division/country:us/district:dc/ward:01', 'ocd-division/country:us/state:dc/ward:1'],
  ])('such as %s is read as %s', (place, id) => {
    expect(divisionOf(place)).toBe(id)
  })

  it.each(['', 'nowhere', 'ocd-division/country:us/state:qq/place:x', 'ocd-division/country:fr'])(
    'such as %j is refused',
    (place) => {
      expect(() => divisionOf(place)).toThrow('no jurisdiction is called')
    },
  )
})
