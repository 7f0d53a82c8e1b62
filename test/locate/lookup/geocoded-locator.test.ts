import { describe, expect, it } from 'vitest'
import type { GeocodedPosition } from '../../../locate/geocoder/census-answer.ts'
import { withGeocoder } from '../../../locate/lookup/geocoded-locator.ts'
import type { Located, Locator } from '../../../locate/lookup/located.ts'

const as_of = '2026-12-01'
const address = '1 Main St, Reno, NV'
const noCoverage: Located = { matched: false, state: 'nv', reason: 'no_coverage', suggestions: [] }

/** Two districts that meet at 119.8 degrees west; no addresses are loaded. */
const shapes: Locator = {
  async locate(input) {
    if ('address' in input) return noCoverage
    const district = input.longitude < -119.8 ? 1 : 2
    return {
      matched: true,
      state: 'nv',
      divisions: [
        {
          division_id: `ocd-division/country:us/state:nv/sldu:${district}`,
          tier: 'sldu',
          map: 'census-sld-2024',
          valid_from: null,
          valid_to: null,
        },
      ],
      next: null,
      level: 'position',
      confidence: 100,
      normalized_address: null,
      county: null,
      place: null,
      point: { longitude: input.longitude, latitude: input.latitude },
      releases: [],
    }
  },
}

const geocoder = (answer: readonly GeocodedPosition[] | undefined) => ({
  geocode: async () => answer,
  close: async () => {},
})
const at = (longitude: number, name = 'A'): GeocodedPosition => ({ longitude, latitude: 39.5, address: name })
const look = (answer: readonly GeocodedPosition[] | undefined) =>
  withGeocoder(shapes, geocoder(answer)).locate({ address }, { as_of })

describe('a lookup with an outside geocoder', () => {
  it('finds the districts of its position in our own shapes', async () => {
    expect(await look([at(-119.9, '1 MAIN ST, RENO, NV, 89501')])).toMatchObject({
      matched: true,
      level: 'range',
      confidence: 70,
      normalized_address: '1 MAIN ST, RENO, NV, 89501',
      releases: ['geocoder'],
      divisions: [{ division_id: 'ocd-division/country:us/state:nv/sldu:1' }],
    })
  })

  it('refuses a position within 50 m of a district line', async () => {
    expect(await look([at(-119.8004)])).toMatchObject({ matched: false, reason: 'split_district' })
    expect(await look([at(-119.8008)])).toMatchObject({ matched: true })
  })

  it('suggests the addresses of the geocoder if they lie in different districts', async () => {
    expect(await look([at(-119.9, 'N MAIN'), at(-119.7, 'S MAIN')])).toEqual({
      matched: false,
      state: 'nv',
      reason: 'ambiguous',
      suggestions: ['N MAIN', 'S MAIN'],
    })
  })

  it.each([
    ['knows no position', []],
    ['does not answer', undefined],
  ])('stays without coverage if the geocoder %s', async (_, answer) => {
    expect(await look(answer)).toEqual(noCoverage)
  })

  it('does not believe a position in another state', async () => {
    const elsewhere: Locator = {
      async locate(input, options) {
        const located = await shapes.locate(input, options)
        return located.matched ? { ...located, state: 'ca' } : located
      },
    }
    const located = await withGeocoder(elsewhere, geocoder([at(-119.9)])).locate({ address }, { as_of })
    expect(located).toEqual(noCoverage)
  })

  it('does not ask the geocoder about positions, or if our own data decides', async () => {
    const never = {
      geocode: () => {
        throw new Error('asked')
      },
      close: async () => {},
    }
    const own: Locator = { locate: async () => ({ ...noCoverage, reason: 'not_found' }) }
    expect(await withGeocoder(own, never).locate({ address }, { as_of })).toMatchObject({
      reason: 'not_found',
    })
    expect(
      await withGeocoder(shapes, never).locate({ longitude: -119.9, latitude: 39.5 }, { as_of }),
    ).toMatchObject({ matched: true })
  })
})
