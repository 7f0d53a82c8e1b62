import { beforeAll, describe, expect, it } from 'vitest'
import { bumpVersion } from '../../../locate/load/version.ts'
import type { Located, Locator } from '../../../locate/lookup/located.ts'
import { createLocator } from '../../../locate/lookup/locator.ts'
import type { GeoWorld } from '../../support/locate/geo-world.ts'
import { createReno, NV } from './reno.ts'

const DAY = '2026-06-01'

let world: GeoWorld
let locator: Locator

beforeAll(async () => {
  world = await createReno()
  locator = createLocator({ database: world.database })
})

const locate = (address: string, as_of = DAY): Promise<Located> => locator.locate({ address }, { as_of })
const districts = async (address: string, as_of?: string) => {
  const found = await locate(address, as_of)
  return found.matched
    ? found.divisions
        .filter(({ tier }) => tier.startsWith('sld'))
        .map(({ division_id }) => division_id.split('/').at(-1))
    : found.reason
}

describe('an address', () => {
  it('is found with its divisions, its position and one spelling', async () => {
    const found = await locate('120 main street apt 4, reno nevada 89501-1234')
    expect(found).toEqual({
      matched: true,
      state: 'nv',
      divisions: [
        division('cd:2', 'cd-119', '2025-01-03'),
        division('county:washoe', 'counties', null),
        division('sldl:2', 'sld-2022', '2023-01-01'),
        division('sldu:2', 'sld-2022', '2023-01-01'),
      ],
      next: {
        effective_on: '2027-01-01',
        divisions: [
          division('sldl:9', 'sld-2026', '2027-01-01'),
          division('sldu:9', 'sld-2026', '2027-01-01'),
        ],
      },
      level: 'range',
      confidence: 100,
      point: { longitude: expect.closeTo(-119.8989, 3), latitude: expect.closeTo(39.49993, 5) },
      normalized_address: '120 MAIN ST APT 4, RENO, NV 89501-1234',
      county: `${NV}/county:washoe`,
      place: `${NV}/place:reno`,
      releases: ['tiger-2021-32031'],
    })
  })

  it('lies in the district on its side of the street', async () => {
    expect(await districts('121 Main St, Reno, NV 89501')).toEqual(['sldl:1', 'sldu:1'])
    expect(await districts('122 Main St, Reno, NV 89501')).toEqual(['sldl:2', 'sldu:2'])
  })

  it('lies in the districts of the map in force on the day', async () => {
    expect(await districts('121 Main St, Reno, NV 89501', '2027-01-01')).toEqual(['sldl:9', 'sldu:9'])
    expect(await districts('121 Main St, Reno, NV 89501', '2022-12-31')).toBe('no_coverage')
  })

  it('is found by its street if the number has no range and the street lies in one district', async () => {
    const found = await locate('4 Long Rd, Reno, NV 89501')
    expect(found).toMatchObject({ matched: true, level: 'street', confidence: 60 })
    expect(await districts('720 Elm St, Reno, NV 89501')).toEqual(['sldl:1', 'sldu:1'])
    expect(await districts('721 Main St, Reno, NV 89501')).toBe('split_district')
  })

  it('is found if its street is misspelled, or its ZIP code is wrong', async () => {
    expect(await locate('120 Kilbourn Ave, Reno, NV 89501')).toMatchObject({
      matched: true,
      normalized_address: '120 KILBOURNE AVE, RENO, NV 89501',
    })
    expect(await locate('120 Elm St, Reno, NV 89599')).toMatchObject({
      matched: true,
      confidence: 90,
      normalized_address: '120 ELM ST, RENO, NV 89501',
    })
    expect(await locate('120 Elm St, Sparks, NV 89501')).toMatchObject({ matched: true })
    expect(await locate('120 Elm St, 89501')).toMatchObject({ matched: true, state: 'nv' })
  })

  it('is not found if several addresses fit that lie in different districts', async () => {
    expect(await locate('120 Oak St, Reno, NV 89501')).toEqual({
      matched: false,
      state: 'nv',
      reason: 'ambiguous',
      suggestions: ['120 N OAK ST, RENO, NV 89501', '120 S OAK ST, RENO, NV 89501'],
    })
    expect(await districts('120 Ash St, Reno, NV 89501')).toEqual(['sldl:1', 'sldu:1'])
  })

  it('is not found if a line of districts crosses its range', async () => {
    expect(await locate('120 Cross St, Reno, NV 89501')).toMatchObject({
      reason: 'split_district',
      suggestions: [],
    })
    expect(await districts('120 Cross St, Reno, NV 89501', '2027-01-01')).toEqual(['sldl:9', 'sldu:9'])
  })

  it.each([
    ['PO Box 84, Reno, NV 89501', 'po_box'],
    ['RR 3 Box 9, Reno, NV 89501', 'po_box'],
    ['PSC 3 Box 4, APO AE 09012', 'po_box'],
    ['General Delivery, Reno, NV 89501', 'po_box'],
    ['Main St & Elm St, Reno, NV 89501', 'address_incomplete'],
    ['89501', 'address_incomplete'],
    ['Reno, NV', 'address_incomplete'],
    ['Main St, Reno, NV 89501', 'address_incomplete'],
    ['120 Main St, Reno', 'address_incomplete'],
    ['', 'address_incomplete'],
    ['120 Nowhere Blvd, Reno, NV 89501', 'not_found'],
    ['120 Main St, Elko, NV 89801', 'no_coverage'],
    ['120 Main St, Boise, ID 83702', 'no_coverage'],
    ['120 Main St, 83702', 'no_coverage'],
    ['120 Far Rd, Reno, NV 89501', 'no_coverage'],
  ])('is not found, with the reason why: %j is %4$s', async (address, reason) => {
    expect(await locate(address)).toMatchObject({ matched: false, reason })
  })

  it('gives the same answer each time, and after more data are loaded', async () => {
    const before = await locate('120 Elm St, Reno, NV 89501')
    const release = await world.release(
      { name: 'points', publisher: 'openaddresses' },
      {
        points: [
          {
            number: '120',
            street: 'Elm St',
            unit: null,
            city: 'Reno',
            zip5: '89501',
            x: -119_500_000,
            y: 39_600_000,
          },
        ],
      },
    )
    await world.load()
    expect(await locate('120 Elm St, Reno, NV 89501')).toMatchObject({
      level: 'point',
      point: { longitude: -119.5, latitude: 39.6 },
      releases: ['tiger-2021-32031', 'points'],
    })
    world.withdraw(release)
    await world.load()
    expect(await locate('120 Elm St, Reno, NV 89501')).toEqual(before)
  })

  it.each([
    "'; DROP TABLE geo.release; --",
    '120 Main\u0000 St, Reno, NV 89501',
    '1 '.repeat(2_000),
    '\ud800',
  ])('never makes a lookup fail, whatever its text: %j', async (address) => {
    expect(['not_found', 'address_incomplete', undefined]).toContain(
      ((await locate(address)) as { reason?: string }).reason,
    )
  })
})

describe('a lookup while data change', () => {
  it('is of one version of them, even if they change with each of its statements', async () => {
    const { database } = world
    let statements = 0
    // Each statement of a lookup is followed by another version.
    const restless = Object.create(database, {
      query: {
        value: async (statement: never, values: never) => {
          const result = await database.query(statement, values)
          statements += 1
          await bumpVersion(database)
          return result
        },
      },
    }) as typeof database
    const found = await createLocator({ database: restless }).locate(
      { address: '120 Elm St, Reno, NV 89501' },
      { as_of: DAY },
    )
    expect(found).toEqual(await locate('120 Elm St, Reno, NV 89501'))
    const after = statements
    await createLocator({ database: restless }).locate({ longitude: -119.5, latitude: 39.7 }, { as_of: DAY })
    expect(statements).toBeGreaterThan(after)
  })

  it('does not read a shape that was replaced, under its old version', async () => {
    const { database } = world
    const own = createLocator({ database })
    const position = { longitude: -119.2, latitude: 39.7 }
    const upper = async () => {
      const found = await own.locate(position, { as_of: DAY })
      return found.matched ? found.divisions.find(({ tier }) => tier === 'sldu')?.division_id : found.reason
    }
    expect(await upper()).toBe(`${NV}/sldu:1`)
    await database.query(
      `DELETE FROM geo.division_shape WHERE division_id = '${NV}/sldu:1' AND map = 'sld-2022'`,
    )
    await bumpVersion(database)
    expect(await upper()).toBe('split_district')
    await world.load()
    expect(await upper()).toBe(`${NV}/sldu:1`)
  })
})

describe('a position', () => {
  const at = (longitude: number, latitude: number, as_of = DAY) =>
    locator.locate({ longitude, latitude }, { as_of })

  it('lies in the districts whose shapes cover it', async () => {
    expect(await at(-119.5, 39.7)).toMatchObject({
      matched: true,
      level: 'position',
      normalized_address: null,
      releases: [],
    })
  })

  it('is refused if it lies on the line of two districts', async () => {
    expect(await at(-119.5, 39.5)).toMatchObject({ matched: false, state: 'nv', reason: 'split_district' })
    expect(await at(-119.5, 39.5, '2027-01-01')).toMatchObject({ matched: true })
  })

  it('is not covered where no shape is', async () => {
    expect(await at(10, 10)).toEqual({ matched: false, state: null, reason: 'no_coverage', suggestions: [] })
  })
})

const division = (name: string, map: string, valid_from: string | null) => ({
  division_id: `${NV}/${name}`,
  tier: name.split(':')[0],
  map,
  valid_from,
  valid_to: null,
})
