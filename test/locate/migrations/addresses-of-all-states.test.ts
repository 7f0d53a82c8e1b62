import knex from 'knex'
import { beforeAll, describe, expect, it } from 'vitest'
import { down, up } from '../../../locate/migrations/20261201161000-addresses-of-all-states.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { createGeoWorld, dumpGeo, type GeoWorld } from '../../support/locate/geo-world.ts'
import { addTown } from '../tricky-cases/invented-towns.ts'

let world: GeoWorld

beforeAll(async () => {
  world = await createGeoWorld()
  for (const [state, zip5] of [
    ['mn', '55051'],
    ['nv', '89501'],
  ] as const) {
    await addTown(world, {
      ...{ state, place: 'Reno', zip5, county: 'kanabec', middle: [-93.3, 45.87] },
      districts: { 'sldu:10': 'all', 'sldl:10a': 'all' },
      ranges: [{ street: 'Main St' }, { street: 'Forest Ave' }],
    })
  }
  await world.load()
})

describe('the addresses of all states', () => {
  it('are all kept when their tables become one, and when they are divided again', async () => {
    const database = knex({ client: 'pg', connection: world.url, pool: { min: 0, max: 1 } })
    cleanUp(() => database.destroy())
    const rows = await dumpGeo(world)
    expect(rows.address_range).toHaveLength(4)
    await database.transaction(down)
    expect(await world.rows('SELECT street_key FROM geo.address_range_mn ORDER BY 1')).toEqual([
      { street_key: 'FRST' },
      { street_key: 'MAIN' },
    ])
    expect(await dumpGeo(world)).toEqual(rows)
    await database.transaction(up)
    expect(await world.rows("SELECT to_regclass('geo.address_range_mn') AS table")).toEqual([{ table: null }])
    expect(await dumpGeo(world)).toEqual(rows)
  })
})
