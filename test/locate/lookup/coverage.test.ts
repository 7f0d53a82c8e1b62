import { describe, expect, it } from 'vitest'
import type { Located } from '../../../locate/lookup/located.ts'
import { createLocator } from '../../../locate/lookup/locator.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import { faceOf, rangeOf } from '../../support/builders/address-releases.ts'
import { createGeoWorld } from '../../support/locate/geo-world.ts'
import { across, box, lineAt, NV } from './reno.ts'

const DAY = '2026-06-01'

describe('a state with the map of only one chamber', () => {
  it('is not covered', async () => {
    const partial = await createGeoWorld()
    await partial.maps.emit(`${NV}/sldu:1`, { release: 'sld' }, { json: box(-120, 39, -119, 40) })
    await partial.release({}, { ranges: [rangeOf({ line: lineAt(39.6) })] })
    await partial.load()
    const { locate: lookup } = createLocator({ database: partial.database })
    const address = '120 Main St, Reno, NV 89501'
    expect(await lookup({ address }, { as_of: DAY })).toMatchObject({ matched: false, reason: 'no_coverage' })
    expect(await lookup({ longitude: -119.5, latitude: 39.6 }, { as_of: DAY })).toMatchObject({
      reason: 'no_coverage',
    })
    await partial.maps.emit(`${NV}/sldl:1`, { release: 'sld' }, { json: box(-120, 39, -119, 40) })
    await partial.load()
    expect(await lookup({ address }, { as_of: DAY })).toMatchObject({ matched: true })
  })
})

describe('faces', () => {
  it('decide against the shapes if they name their districts, and must agree with them if a point was tested', async () => {
    const faced = await createGeoWorld()
    const code = (identifier: string) => [{ scheme: 'census_geoid', identifier }]
    for (const tier of ['sldu', 'sldl']) {
      const emit = (n: number, south: number) =>
        faced.maps.emit(
          `${NV}/${tier}:${n}`,
          { release: 'coded', identifiers: code(`3200${n}`) },
          { json: box(-120, south, -119, south + 0.5) },
        )
      await emit(1, 39.5)
      await emit(2, 39)
    }
    const rows = {
      ranges: [
        rangeOf({ tfid: 1, line: lineAt(39.6) }),
        rangeOf({ street: 'Elm St', tfid: 2, line: across(-119.9) }),
      ],
      faces: [
        faceOf({ tfid: 1, upper: '001', lower: '002', y: 39_600_000 }),
        faceOf({ tfid: 2, upper: '001', lower: '001', y: 39_600_000 }),
      ],
    }
    const maps = { upper: 'coded', lower: 'coded', congress: null }
    const coded = await faced.release({ name: 'coded', maps }, rows)
    await faced.load()
    const { locate: lookup } = createLocator({ database: faced.database })
    const ask = (address: string) => lookup({ address }, { as_of: DAY })
    const ids = (found: Located) =>
      found.matched && found.divisions.map(({ division_id }) => division_id.split('/').at(-1))
    expect(ids(await ask('120 Main St, Reno, NV 89501'))).toEqual(['sldl:2', 'sldu:1'])
    expect(ids(await ask('120 Elm St, Reno, NV 89501'))).toEqual(['sldl:1', 'sldu:1'])
    faced.withdraw(coded)
    await faced.release({ name: 'plain', vintage: '2020' }, rows)
    await faced.load()
    expect(ids(await ask('120 Main St, Reno, NV 89501'))).toEqual(['sldl:1', 'sldu:1'])
    expect(await ask('120 Elm St, Reno, NV 89501')).toMatchObject({ reason: 'split_district' })
  })
})

describe('faces of New Hampshire', () => {
  it('name only their base district, and do not hide the floterial district over it', async () => {
    const faced = await createGeoWorld()
    const NH = 'ocd-division/country:us/state:nh'
    const whole = { json: box(-72, 43, -71, 44) }
    const identifiers = (geoid: string) => [{ scheme: 'census_geoid', identifier: geoid }]
    await faced.maps.emit(`${NH}/sldu:1`, { release: 'coded', identifiers: identifiers('33001') }, whole)
    await faced.maps.emit(
      `${NH}/sldl:belknap_1`,
      { release: 'coded', identifiers: identifiers('33101') },
      whole,
    )
    await faced.maps.emit(`${NH}/sldl:belknap_8`, { release: 'coded' }, whole)
    await faced.release(
      { area: `${NH}/county:belknap`, maps: { upper: 'coded', lower: 'coded', congress: null } },
      {
        ranges: [rangeOf({ tfid: 1, place: 'Alton', zip5: '03809', line: lineAt(43.5, -71.5) })],
        faces: [faceOf({ tfid: 1, upper: '001', lower: '101', x: -71_500_000, y: 43_500_000 })],
      },
    )
    await faced.load()
    const { locate: lookup } = createLocator({ database: faced.database })
    const found = await lookup({ address: '120 Main St, Alton, NH 03809' }, { as_of: DAY })
    expect(found.matched && found.divisions.map(({ division_id }) => division_id.split('/').at(-1))).toEqual([
      'sldl:belknap_1',
      'sldl:belknap_8',
      'sldu:1',
    ])
  })
})

describe('simplified shapes', () => {
  it('decide nothing near their line, and a gap between them is no district', async () => {
    const drawn = await createGeoWorld()
    // The line is at 39.5 degrees north. A simplified map leaves a gap of some hundred meters there.
    for (const tier of ['sldu', 'sldl']) {
      const map = { release: 'display', is_simplified: true }
      await drawn.maps.emit(`${NV}/${tier}:1`, map, { json: box(-120, 39.503, -119, 40) })
      await drawn.maps.emit(`${NV}/${tier}:2`, map, { json: box(-120, 39, -119, 39.5) })
    }
    await drawn.maps.emit(`${NV}/county:washoe`, { release: 'counties' }, { json: box(-120, 39, -119, 40) })
    await drawn.release(
      {},
      { ranges: [rangeOf({ line: lineAt(39.5015) }), rangeOf({ street: 'Elm St', line: lineAt(39.7) })] },
    )
    await drawn.load()
    const metrics = createMetrics()
    const { locate: lookup } = createLocator({ database: drawn.database, metrics })
    const at = async (latitude: number) => {
      const found = await lookup({ longitude: -119.5, latitude }, { as_of: DAY })
      return found.matched || found.reason
    }
    expect(await at(39.7)).toBe(true)
    expect(await at(39.5015)).toBe('split_district')
    expect(await at(39.499)).toBe('split_district')
    expect(await at(39.504)).toBe('split_district')
    const inGap = await lookup({ address: '120 Main St, Reno, NV 89501' }, { as_of: DAY })
    expect(inGap).toMatchObject({ matched: false, reason: 'split_district' })
    expect(await lookup({ address: '120 Elm St, Reno, NV 89501' }, { as_of: DAY })).toMatchObject({
      matched: true,
    })
    expect(await metrics.metrics()).toContain('legislog_locate_outcomes_total{outcome="split_district"} 4')
  })
})
