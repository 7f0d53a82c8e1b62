import { describe, expect, it } from 'vitest'
import { migrateAll } from '../../../cli/context/migrate-all.ts'
import { faceOf as face, rangeOf } from '../../support/builders/address-releases.ts'
import { squareAt } from '../../support/builders/boundaries.ts'
import { createGeoWorld, dumpGeo, type GeoWorld } from '../../support/locate/geo-world.ts'

const NV = 'ocd-division/country:us/state:nv'
const RENO = { west: -120, south: 39 } as const

const streets = async (world: GeoWorld) =>
  (
    await world.rows<{ street_key: string }>(
      'SELECT DISTINCT street_key FROM geo.address_range JOIN geo.release r ON r.id = release_id AND is_in_force ORDER BY 1',
    )
  ).map(({ street_key }) => street_key)

describe('the loader of the address lookup', () => {
  it('loads shapes, rows and the districts of faces, once', async () => {
    const world = await createGeoWorld()
    await world.maps.emit(`${NV}/sldu:1`, { release: 'sld-2022' }, { json: squareAt(RENO.west, RENO.south) })
    await world.release(
      {},
      {
        ranges: [
          rangeOf({ tfid: 7, place: null }),
          rangeOf({ street: 'N Virginia St', from: '199', to: '101', parity: 'O' }),
        ],
        faces: [
          {
            tfid: 7,
            place: 'Saint Reno',
            upper: null,
            lower: null,
            congress: null,
            x: -119_500_000,
            y: 39_500_000,
          },
        ],
        places: [{ division_id: `${NV}/place:reno`, name: 'Saint Reno' }],
      },
    )
    expect(await world.load()).toMatchObject({
      shapes: { loaded: 1, failed: 0 },
      releases: { loaded: 1, failed: 0 },
      rows: { ranges: 2, rejected: 0 },
    })
    expect(
      await world.rows(
        'SELECT state, place, street_key, predir, low, high, descends FROM geo.address_range ORDER BY street_key',
      ),
    ).toEqual([
      {
        state: 'nv',
        place: 'ST RENO',
        street_key: 'MAIN',
        predir: null,
        low: 100,
        high: 198,
        descends: false,
      },
      {
        state: 'nv',
        place: 'RENO',
        street_key: 'VIRGINIA',
        predir: 'N',
        low: 101,
        high: 199,
        descends: true,
      },
    ])
    expect(await world.rows('SELECT tfid, tier, division_id FROM geo.face_division')).toEqual([
      { tfid: 7, tier: 'sldu', division_id: `${NV}/sldu:1` },
    ])
    expect(await world.rows('SELECT method FROM geo.face_map')).toEqual([{ method: 'point' }])
    const before = await dumpGeo(world)
    expect(await world.load()).toMatchObject({ shapes: { loaded: 0 }, releases: { loaded: 0, dropped: 0 } })
    expect(await dumpGeo(world)).toEqual(before)
  })

  it('gives a face the district of its code if the release names the map, whatever the shape says', async () => {
    const world = await createGeoWorld()
    const identifiers = [{ scheme: 'census_geoid', identifier: '32012' }]
    await world.maps.emit(`${NV}/sldu:12`, { release: 'sld-2022', identifiers }, { json: squareAt(0, 0) })
    await world.release(
      { maps: { upper: 'sld-2022', lower: 'sld-2022', congress: null } },
      {
        ranges: [rangeOf({ tfid: 7 })],
        faces: [face({ tfid: 7, upper: '012' }), face({ tfid: 8, upper: 'ZZZ' })],
      },
    )
    await world.load()
    expect(await world.rows('SELECT tfid, division_id FROM geo.face_division')).toEqual([
      { tfid: 7, division_id: `${NV}/sldu:12` },
    ])
    expect(await world.rows('SELECT method FROM geo.face_map')).toEqual([{ method: 'code' }])
  })

  it('gives faces their districts again if a map changes, and forgets a map that is gone', async () => {
    const world = await createGeoWorld()
    const boundary = { release: 'sld-2022' }
    const map = await world.maps.emit(`${NV}/sldu:1`, boundary, { json: squareAt(-120, 39) })
    await world.release({}, { ranges: [rangeOf({ tfid: 7 })], faces: [face({ tfid: 7 })] })
    await world.load()
    expect(await world.rows('SELECT FROM geo.face_division')).toHaveLength(1)
    world.story.emit('boundary.removed', { ...map, reason: 'redrawn' })
    await world.maps.emit(`${NV}/sldu:1`, boundary, { json: squareAt(-110, 39) })
    await world.maps.emit(`${NV}/sldu:2`, boundary, { json: squareAt(-120, 39) })
    await world.load()
    expect(await world.rows('SELECT division_id FROM geo.face_division')).toEqual([
      { division_id: `${NV}/sldu:2` },
    ])
    const shapes = await world.rows<{ id: number; ocd_id: string }>(
      `SELECT id, ocd_id FROM ${world.projected.name}.boundaries WHERE NOT deleted`,
    )
    for (const shape of shapes) world.story.emit('boundary.removed', { ...shape, reason: 'gone' })
    expect(await world.load()).toMatchObject({ shapes: { removed: 2 } })
    expect(await world.rows('SELECT FROM geo.face_division')).toEqual([])
  })

  it('does not test faces against simplified shapes', async () => {
    const world = await createGeoWorld()
    await world.maps.emit(
      `${NV}/sldu:1`,
      { release: 'sld', is_simplified: true },
      { json: squareAt(-120, 39) },
    )
    await world.release({}, { ranges: [rangeOf({ tfid: 7 })], faces: [face({ tfid: 7 })] })
    await world.load()
    expect(await world.rows('SELECT FROM geo.face_division')).toEqual([])
  })

  it('puts the newest release of an area in force, keeps the one before it, and drops older ones', async () => {
    const world = await createGeoWorld()
    const emit = (name: string, street: string) => world.release({ name }, { ranges: [rangeOf({ street })] })
    await emit('first', 'First Ln')
    await world.load()
    const second = await emit('second', 'Second Ln')
    await world.load()
    expect([await world.inForce(), await streets(world)]).toEqual([['second'], ['2ND']])
    const third = await emit('third', 'Third Ln')
    expect(await world.load()).toMatchObject({ releases: { loaded: 1, dropped: 1 } })
    expect(await world.rows('SELECT name FROM geo.release ORDER BY name')).toEqual([
      { name: 'second' },
      { name: 'third' },
    ])
    // A rollback loads nothing but what is the one before now.
    world.withdraw(third)
    await world.load()
    expect([await world.inForce(), await streets(world)]).toEqual([['second'], ['2ND']])
    world.withdraw(second)
    await world.load()
    expect(await world.inForce()).toEqual(['first'])
  })

  it('keeps releases of other publishers and areas in force beside each other', async () => {
    const world = await createGeoWorld()
    await world.release({ name: 'lines' }, { ranges: [rangeOf()] })
    await world.release({ name: 'other', area: `${NV}/county:storey` }, { ranges: [rangeOf()] })
    const points = [
      {
        number: '12 1/2',
        street: 'Main St',
        unit: 'APT 4',
        city: 'Reno',
        zip5: '89501',
        x: -119_000_000,
        y: 39_000_000,
      },
    ]
    await world.release({ name: 'points', publisher: 'openaddresses' }, { points })
    await world.load()
    expect(await world.inForce()).toEqual(['lines', 'other', 'points'])
    expect(await world.rows('SELECT number, number_suffix, place FROM geo.address_point')).toEqual([
      { number: 12, number_suffix: '1/2', place: 'RENO' },
    ])
  })

  it('loads the same rows again if its schema is dropped', async () => {
    const world = await createGeoWorld()
    await world.maps.emit(`${NV}/sldu:1`, { release: 'sld-2022' }, { json: squareAt(-120, 39) })
    await world.maps.emit(
      `${NV}/sldl:1`,
      { release: 'sld-2022' },
      { json: '{"type":"Polygon","coordinates":[]}' },
    )
    const rows = { faces: [face({ tfid: 7 })], places: [{ division_id: `${NV}/place:reno`, name: 'Reno' }] }
    for (const street of ['First Ln', 'Second Ln', 'Third Ln']) {
      await world.release({ name: street }, { ...rows, ranges: [rangeOf({ street, tfid: 7 })] })
      await world.load()
    }
    const before = await dumpGeo(world)
    expect(before.failed_shape).toHaveLength(1)
    await world.database.query('DROP SCHEMA geo CASCADE')
    await migrateAll(world.settings)
    await world.load()
    expect(await dumpGeo(world)).toEqual(before)
  })
})
