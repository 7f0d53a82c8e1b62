import { beforeAll, describe, expect, it } from 'vitest'
import { rangeOf } from '../../support/builders/address-releases.ts'
import { squareAt } from '../../support/builders/boundaries.ts'
import { legislogHere } from '../../support/harness/command-line.ts'
import { addressesIn } from '../../support/harness/main-process.ts'
import { createGeoWorld, type GeoWorld } from '../../support/locate/geo-world.ts'

const NV = 'ocd-division/country:us/state:nv'
let world: GeoWorld

beforeAll(async () => {
  world = await createGeoWorld()
  await world.maps.emit(`${NV}/sldu:1`, { release: 'sld-2022' }, { json: squareAt(-120, 39) })
  await world.maps.emit(`${NV}/sldu:2`, { release: 'sld-2022' }, { json: 'no JSON' })
  await world.release({ name: 'tiger-2021-32031' }, { ranges: [rangeOf()] })
  await world.release({ name: 'tiger-2022-32031', vintage: '2022' }, { ranges: [rangeOf(), rangeOf()] })
  await world.project()
})

const run = (...args: string[]) =>
  legislogHere(['locate', ...args], {
    env: { ...addressesIn(world.settings), OBJECT_STORE: world.settings.object_store },
  })

describe('legislog locate', () => {
  it('loads what is missing, and exits with 1 if something failed', async () => {
    const loaded = await run('load', '--json')
    expect(loaded.json()).toMatchObject({
      shapes: { loaded: 1, failed: 1 },
      releases: { loaded: 2, failed: 0 },
      rows: { ranges: 3, points: 0, rejected: 0 },
    })
    expect(loaded.code).toBe(1)
  }, 60_000)

  it('lists addresses and maps, and what failed', async () => {
    const { code, stdout } = await run('coverage')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^in force +state:nv\/county:washoe +tiger-2022-32031 +2 +0 +0/m)
    expect(stdout).toMatch(/^previous +state:nv\/county:washoe +tiger-2021-32031 +1 /m)
    expect(stdout).toMatch(/^nv +sldu +sld-2022 +1/m)
    expect(stdout).toMatch(/^1 +Postgres cannot read the shape: /m)
  }, 60_000)

  it.each([
    ['tiger-2021-32031', 'usage', 'a newer release of its area is'],
    ['tiger-1999-32031', 'not_found', 'no release of addresses is named tiger-1999-32031'],
  ])(
    'refuses to withdraw a release that is not in force: %s',
    async (name, code, message) => {
      const refused = await run('rollback', name)
      expect(refused.stderr).toContain(code)
      expect(refused.stderr).toContain(message)
    },
    60_000,
  )
})
