import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../support/api/test-api.ts'
import { faceOf, rangeOf } from '../../../support/builders/address-releases.ts'
import { squareAt } from '../../../support/builders/boundaries.ts'
import type { Named } from '../../../support/builders/event-builder.ts'
import { createGeoWorld, type GeoWorld } from '../../../support/locate/geo-world.ts'

const NV = 'ocd-division/country:us/state:nv'
const WASHOE = `${NV}/county:washoe`
let world: GeoWorld
let api: TestApi
let first: Named

beforeAll(async () => {
  world = await createGeoWorld()
  for (const tier of ['sldu', 'sldl']) {
    const map = { release: 'sld-2022', valid_from: '2023-01-01', is_simplified: false }
    await world.maps.emit(`${NV}/${tier}:1`, map, { json: squareAt(-120, 39) })
  }
  await world.maps.emit(`${NV}/cd:2`, { release: 'cd-119' }, { json: squareAt(-120, 39) })
  first = await world.release(
    { name: 'tiger-2021-32031', vintage: '2021', rejected: 3 },
    {
      ranges: [rangeOf({ tfid: 1 }), rangeOf({ tfid: 1, street: 'Elm St' })],
      faces: [faceOf({ tfid: 1, x: -119_500_000, y: 39_500_000 })],
    },
  )
  await world.release({ area: `${NV}/county:clark`, name: 'tiger-2021-32003' }, { ranges: [rangeOf({})] })
  await world.load()
  api = await createTestApi(world)
})

const addressesOf = async (division: string) =>
  (await api.get(`/v1/coverage?ocd_id=${division}`)).json().addresses

describe('the addresses in a coverage report', () => {
  it('are the releases in force of a county, with their rows and maps', async () => {
    const addresses = await addressesOf(WASHOE)
    expect(addresses).toMatchObject({ status: 'loaded', loaded: true, requestable: false })
    expect(addresses.releases).toEqual([
      {
        ...first,
        publisher: 'tiger',
        area: WASHOE,
        vintage: '2021',
        name: 'tiger-2021-32031',
        state: 'in_force',
        ranges: 2,
        points: 0,
        rejected: 3,
        loaded_at: expect.stringMatching(/^20.*Z$/),
        face_maps: expect.arrayContaining([
          { type: 'sldl', boundary_release: 'sld-2022', method: 'point' },
          { type: 'sldu', boundary_release: 'sld-2022', method: 'point' },
        ]),
      },
    ])
    const map = {
      boundary_release: 'sld-2022',
      valid_from: '2023-01-01',
      valid_to: null,
      is_simplified: false,
      districts: 1,
    }
    expect(addresses.chambers).toEqual([
      { chamber: 'lower', type: 'sldl', ...map },
      { chamber: 'upper', type: 'sldu', ...map },
    ])
  })

  it('are those of the whole state for the state and its districts, and of a county for its places', async () => {
    const namesIn = async (division: string) =>
      (await addressesOf(division)).releases.map(({ name }: { name: string }) => name)
    const all = ['tiger-2021-32003', 'tiger-2021-32031']
    expect(await namesIn(NV)).toEqual(all)
    expect(await namesIn(`${NV}/sldl:1`)).toEqual(all)
    expect(await namesIn(`${WASHOE}/place:verdi`)).toEqual(['tiger-2021-32031'])
    expect(await namesIn(`${NV}/county:nye`)).toEqual([])
  })

  it('can be requested if there are none', async () => {
    expect(await addressesOf('ocd-division/country:us/state:wy')).toEqual({
      status: 'requestable',
      loaded: false,
      requestable: true,
      releases: [],
      chambers: [],
    })
  })

  it('show the newest release while it loads, beside the one in force, and its state if it failed', async () => {
    const lost = await world.release(
      { name: 'tiger-2022-32031' },
      { ranges: [rangeOf({})] },
      { is_lost: true },
    )
    const statesOf = async () =>
      (await addressesOf(WASHOE)).releases.map(({ name, state }: Record<string, string>) => [name, state])
    await world.project()
    expect(await statesOf()).toEqual([
      ['tiger-2021-32031', 'in_force'],
      ['tiger-2022-32031', 'loading'],
    ])
    await world.load()
    expect(await statesOf()).toEqual([
      ['tiger-2021-32031', 'in_force'],
      ['tiger-2022-32031', 'failed'],
    ])
    world.withdraw(lost)
    await world.load()
    expect(await statesOf()).toEqual([['tiger-2021-32031', 'in_force']])
  })
})
