import { beforeAll, describe, expect, it } from 'vitest'
import { createLocator } from '../../../locate/lookup/locator.ts'
import { emitOfficial } from '../../support/api/lookup-world.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createGeoWorld } from '../../support/locate/geo-world.ts'
import { addInventedTowns } from './towns.ts'

let api: TestApi

beforeAll(async () => {
  const world = await createGeoWorld()
  await addInventedTowns(world)
  const seat = (
    name: string,
    division: string,
    district: string,
    role: Parameters<typeof emitOfficial>[2][number] | object = {},
  ) => {
    const [state] = division.split('/')
    const chamber = /\/sldu:/u.test(division) ? 'upper' : 'lower'
    emitOfficial(world.story, name, [{ in: state!, division, district, chamber, type: chamber, ...role }])
  }
  seat('Idaho Senator', 'id/sldu:6', '6')
  seat('Idaho Seat B', 'id/sldl:6', '6B')
  seat('Idaho Seat A', 'id/sldl:6', '6A')
  seat('Bow Base One', 'nh/sldl:merrimack_10', 'Merrimack 10')
  seat('Bow Base Two', 'nh/sldl:merrimack_10', 'Merrimack 10')
  seat('Bow Floterial', 'nh/sldl:merrimack_27', 'Merrimack 27')
  seat('Bow Senator', 'nh/sldu:16', '16')
  seat('Taunton Senator', 'ma/sldu:3rd_bristol_and_plymouth', '3rd Bristol and Plymouth')
  seat('Dakota Before', 'nd/sldl:4', '4', { start_date: '2020-12-01', end_date: '2022-11-30' })
  seat('Dakota After', 'nd/sldl:4a', '4A', { start_date: '2022-12-01' })
  seat('Dakota South', 'sd/sldl:26a', '26A')
  seat('Dakota Gone', 'sd/sldl:26b', '26B', { end_date: '2026-02-01' })
  seat('Ponce Representative', 'pr/sldl:24', '24')
  seat('Island Senator', 'pr', 'At-Large', { chamber: 'upper', type: 'upper' })
  seat('Juneau Senator', 'ak/sldu:b', 'B')
  await world.load()
  api = await createTestApi(world, {
    clock: createManualClock('2026-06-15T12:00:00Z'),
    locator: createLocator({ database: world.database }),
    settings: { rate_limits: '0' },
  })
})

async function ask(address: string, more = '') {
  const answer = await api.get(`/v1/representatives?address=${encodeURIComponent(address)}${more}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const { matched, geographies, representatives, reason } = answer.json()
  return {
    ...(matched ? {} : { reason }),
    districts: [geographies.upper_district, geographies.lower_district],
    people: representatives.map(({ name }: { name: string }) => name),
  }
}

describe('officials of an address', () => {
  it.each([
    [
      'both seats of one district',
      '123 S Main St, Moscow, ID',
      ['6', '6'],
      ['Idaho Senator', 'Idaho Seat A', 'Idaho Seat B'],
    ],
    [
      'all members of a base and a floterial district',
      '123 Bow Center Rd, Bow, NH 03304',
      ['16', 'Merrimack 10; Merrimack 27'],
      ['Bow Senator', 'Bow Base One', 'Bow Base Two', 'Bow Floterial'],
    ],
    [
      'nobody of a vacant base district',
      '122 Bow Center Rd, Bow, NH',
      ['16', 'Merrimack 11; Merrimack 27'],
      ['Bow Senator', 'Bow Floterial'],
    ],
    [
      'a district with a long name',
      '123 Broadway, Taunton, MA',
      ['3rd Bristol and Plymouth', '3rd Bristol'],
      ['Taunton Senator'],
    ],
    ['a senate district with a letter', '123 Main St, Juneau, AK', ['B', '4'], ['Juneau Senator']],
    ['the southern side of a line', '122 Main St, Mission, SD', ['26', '26A'], ['Dakota South']],
    ['no predecessor in a vacant seat', '123 Main St, Mission, SD', ['26', '26B'], []],
    [
      'members of the whole island',
      'URB LAS GLADIOLAS 150 CALLE A, PONCE PR 00731',
      ['5', '24'],
      ['Island Senator', 'Ponce Representative'],
    ],
  ])('are %s', async (_name, address, districts, people) => {
    expect(await ask(address)).toEqual({ districts, people })
  })

  it('are those of the map and the members of the day', async () => {
    const address = '101 Main St, New Town, ND 58763'
    expect(await ask(address, '&as_of=2022-11-30')).toEqual({
      districts: ['4', '4'],
      people: ['Dakota Before'],
    })
    expect(await ask(address, '&as_of=2022-12-01')).toEqual({
      districts: ['4', '4A'],
      people: ['Dakota After'],
    })
  })

  it('are not found if the side of the street lies in another state', async () => {
    expect(await ask('100 State St, Bristol, VA 24201')).toEqual({
      reason: 'split_district',
      districts: [null, null],
      people: [],
    })
  })
})
