import { rangeOf } from '../../support/builders/address-releases.ts'
import { createGeoWorld, type GeoWorld } from '../../support/locate/geo-world.ts'

export const NV = 'ocd-division/country:us/state:nv'
/** The line between both districts runs along Main St, at 39.5 degrees north. */
const LINE = 39.5

export const box = (west: number, south: number, east: number, north: number) =>
  JSON.stringify({
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  })

/** Segments from west to east at this latitude, in millionths. */
export const lineAt = (latitude: number, longitude = -119.9) => {
  const [x, y] = [Math.round(longitude * 1e6), Math.round(latitude * 1e6)]
  return [x, y, x + 4_000, y]
}
/** From south to north across Main St. */
export const across = (longitude: number) => {
  const x = Math.round(longitude * 1e6)
  return [x, 39_498_000, x, 39_502_000]
}

/** A town with two districts, and one on the next map. */
export async function createReno(): Promise<GeoWorld> {
  const world = await createGeoWorld()
  const map = { release: 'sld-2022', valid_from: '2023-01-01' }
  const next = { release: 'sld-2026', valid_from: '2027-01-01' }
  const emit = (division: string, boundary: object, json: string) =>
    world.maps.emit(`${NV}/${division}`, boundary, { json })
  for (const tier of ['sldu', 'sldl']) {
    await emit(`${tier}:1`, map, box(-120, LINE, -119, 40))
    await emit(`${tier}:2`, map, box(-120, 39, -119, LINE))
    // The next map has one district less.
    await emit(`${tier}:9`, next, box(-120, 39, -119, 40))
  }
  await emit('cd:2', { release: 'cd-119', valid_from: '2025-01-03' }, box(-120, 39, -119, 40))
  await emit('county:washoe', { release: 'counties' }, box(-120, 39, -119, 40))
  await world.release(
    { name: 'tiger-2021-32031' },
    {
      ranges: [
        rangeOf({ side: 'L', from: '101', to: '199', parity: 'O', line: lineAt(39.5) }),
        rangeOf({ side: 'R', line: lineAt(39.5) }),
        rangeOf({ street: 'Elm St', line: lineAt(39.6) }),
        rangeOf({ street: 'N Oak St', line: lineAt(39.6) }),
        rangeOf({ street: 'S Oak St', line: lineAt(39.4) }),
        rangeOf({ street: 'N Ash St', line: lineAt(39.6) }),
        rangeOf({ street: 'S Ash St', line: lineAt(39.7) }),
        rangeOf({ street: 'Cross St', line: across(-119.95) }),
        rangeOf({ street: 'Long Rd', from: null, to: null, parity: null, line: lineAt(39.7) }),
        rangeOf({ street: 'Far Rd', line: lineAt(39.6, -118.5) }),
        rangeOf({ street: 'Kilbourne Ave', line: lineAt(39.6) }),
      ],
      places: [{ division_id: `${NV}/place:reno`, name: 'Reno' }],
    },
  )
  await world.load()
  return world
}
