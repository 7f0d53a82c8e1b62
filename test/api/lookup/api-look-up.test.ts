import { beforeAll, expect, it } from 'vitest'
import { createReno } from '../../locate/lookup/reno.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createFaultyServer, type FaultyServer } from '../../support/fakes/faulty-server.ts'
import type { GeoWorld } from '../../support/locate/geo-world.ts'

const PATH = '/geocoder/locations/onelineaddress'
const RENO = { address: '120 Nowhere St, Sparks, NV 89431' }
let world: GeoWorld
let server: FaultyServer
let api: TestApi

beforeAll(async () => {
  world = await createReno()
  server = await createFaultyServer()
  server.serve(PATH, {
    body: {
      result: {
        addressMatches: [
          { coordinates: { x: -119.5, y: 39.7 }, matchedAddress: '120 NOWHERE ST, SPARKS, NV, 89431' },
        ],
      },
    },
  })
  api = await createTestApi(world, { settings: { geocoder_url: `${server.url}/geocoder` } })
})

const lookUp = async (on: TestApi, body: object) =>
  (await on.get('/v1/representatives', { method: 'POST', payload: { ...body, include: ['details'] } })).json()

it('an API without an outside geocoder has no coverage where no addresses are loaded', async () => {
  const plain = await createTestApi(world)
  expect(await lookUp(plain, RENO)).toMatchObject({ matched: false, reason: 'no_coverage' })
})

it('an API with an outside geocoder asks it again after a failure, and once for an address that it knows', async () => {
  server.fail({ kind: 'status', status: 500 }, /onelineaddress/)
  expect(await lookUp(api, RENO)).toMatchObject({ matched: false, reason: 'no_coverage' })
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await lookUp(api, RENO)).toMatchObject({
      matched: true,
      geographies: { upper_district: '1', lower_district: '1' },
      normalized_address: '120 NOWHERE ST, SPARKS, NV, 89431',
      source: ['geocoder'],
    })
  }
  expect(server.count(/onelineaddress/)).toBe(2)
})

it('an account without lookups does not make an outside geocoder work', async () => {
  const settings = { geocoder_url: `${server.url}/geocoder`, lookup_limits: 'free=0' }
  const poor = await createTestApi(world, { settings })
  const asked = server.count(/onelineaddress/)
  const token = await poor.issue({ account: 'poor', tier: 'free', scopes: ['find_your_rep'] })
  const answer = await poor.get('/v1/representatives', {
    method: 'POST',
    payload: { ...RENO, address: '121 Nowhere St, Sparks, NV 89431' },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.json()).toMatchObject({ code: 'monthly_lookup_cap' })
  expect(server.count(/onelineaddress/)).toBe(asked)
})
