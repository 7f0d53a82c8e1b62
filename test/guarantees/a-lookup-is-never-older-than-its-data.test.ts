import { beforeAll, describe, expect, it } from 'vitest'
import { box, createReno, lineAt, NV } from '../locate/lookup/reno.ts'
import { createTestApi, type TestApi } from '../support/api/test-api.ts'
import { rangeOf } from '../support/builders/address-releases.ts'
import type { GeoWorld } from '../support/locate/geo-world.ts'

let world: GeoWorld
let api: TestApi

beforeAll(async () => {
  world = await createReno()
  api = await createTestApi(world)
})

async function lookUp(address: string): Promise<unknown> {
  const url = `/v1/representatives?address=${encodeURIComponent(address)}`
  const { matched, geographies, reason } = (await api.get(url)).json()
  return matched ? geographies.lower_district : reason
}

const elm = '120 Elm St, Reno, NV 89501'

describe('a lookup that was answered before', () => {
  it('gets the answer of the data that are in force when it is made, from the first one on', async () => {
    expect(await lookUp(elm)).toBe('1')
    // The next edition has the street on the other side of the line.
    const moved = await world.release(
      { name: 'tiger-2022-32031', vintage: '2022' },
      { ranges: [rangeOf({ street: 'Elm St', line: lineAt(39.4) })] },
    )
    await world.load()
    expect(await lookUp(elm)).toBe('2')
    world.withdraw(moved)
    await world.load()
    expect(await lookUp(elm)).toBe('1')
    expect(await lookUp(elm)).toBe('1')
  })

  it('follows a change of the map at once', async () => {
    expect(await lookUp(elm)).toBe('1')
    await world.maps.emit(
      `${NV}/sldl:3`,
      { release: 'sld-2024', valid_from: '2024-01-01' },
      { json: box(-120, 39, -119, 40) },
    )
    await world.load()
    expect(await lookUp(elm)).toBe('3')
  })

  it('has no coverage as soon as the last release is withdrawn', async () => {
    const [release] = await world.rows<{ id: number; ocd_id: string }>(
      `SELECT id, ocd_id FROM ${world.projected.name}.address_releases WHERE NOT deleted`,
    )
    expect(await lookUp(elm)).toBe('3')
    world.withdraw(release!)
    await world.load()
    expect(await lookUp(elm)).toBe('no_coverage')
  })
})
