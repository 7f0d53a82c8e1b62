import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLookupWorld, type LookupWorld } from '../../support/api/lookup-world.ts'
import { createTestApi } from '../../support/api/test-api.ts'
import { foundIn, notFound } from '../../support/fakes/known-places.ts'
import { eventually } from '../../support/harness/eventually.ts'

const PATH = '/v1/representatives/batch'
let world: LookupWorld

beforeAll(async () => {
  world = await createLookupWorld(
    (input) => {
      const { address } = input as { address: string }
      if (address.startsWith('broken')) throw new Error(`no ${address}`)
      return address.startsWith('nowhere') ? notFound('not_found') : foundIn('wa', ['sldl:22', 'sldu:22'])
    },
    { settings: { lookup_limits: 'free=5', rate_limits: 'free=60,enterprise=0,business=1200' } },
  )
})

beforeEach(() => {
  world.places.before = () => {}
})

const batchOf = (addresses: readonly string[]) => ({ lookups: addresses.map((address) => ({ address })) })
const many = (count: number, name: string) => Array.from({ length: count }, (_, turn) => `${name} ${turn}`)
const post = (addresses: readonly string[], token: string, key?: string) =>
  world.post(batchOf(addresses), { path: PATH, token, ...(key === undefined ? {} : { key }) })
type Result = { status: number; code: string | null; answer: { matched: boolean } | null }

describe('POST /v1/representatives/batch', () => {
  it('answers each lookup in its place, with a status of its own', async () => {
    const token = await world.tokenOf('mixed')
    const answer = await post(['a 1', 'nowhere 1', 'broken 1', 'a 2'], token)
    expect(answer.statusCode, answer.body).toBe(200)
    const { results, counts } = answer.json()
    expect(results.map(({ status, code, answer: one }: Result) => [status, code, one?.matched])).toEqual([
      [200, null, true],
      [200, null, false],
      [500, 'internal', undefined],
      [200, null, true],
    ])
    expect(counts).toEqual({ matched: 2, unmatched: 1, failed: 1, not_tried: 0 })
    expect(answer.headers.ratelimit).toContain('"lookups";r=3;')
    expect(await world.usageOf(token)).toMatchObject({ used: 2 })
    expect(results[0].answer).toEqual((await world.get('address=a%201')).json())
  })

  it('does not try lookups after the cap', async () => {
    const token = await world.tokenOf('capped')
    const before = world.places.asked.length
    const { results, counts } = (
      await post(['nowhere 2', ...many(5, 'b'), 'nowhere 3', ...many(20, 'c')], token)
    ).json()
    expect(results.map(({ status }: Result) => status)).toEqual([
      ...new Array(6).fill(200),
      ...new Array(21).fill(429),
    ])
    expect(results.at(-1)).toMatchObject({ code: 'monthly_lookup_cap', answer: null })
    expect(counts).toEqual({ matched: 5, unmatched: 1, failed: 0, not_tried: 21 })
    expect(world.places.asked.length - before).toBe(6)
    expect(await world.usageOf(token)).toEqual({ used: 5, remaining: 0, balance: 0 })
  })

  it('runs four lookups at a time', async () => {
    const token = await world.tokenOf('wide', 'enterprise')
    const four = Promise.withResolvers<void>()
    let working = 0
    let most = 0
    world.places.before = async () => {
      working += 1
      most = Math.max(most, working)
      if (working === 4) four.resolve()
      await four.promise
      working -= 1
    }
    const { counts } = (await post(many(500, 'd'), token)).json()
    expect(counts).toEqual({ matched: 500, unmatched: 0, failed: 0, not_tried: 0 })
    expect(most).toBe(4)
  })

  it('counts each lookup as a request of the minute', async () => {
    const token = await world.tokenOf('minute')
    const answer = await post(many(40, 'nowhere'), token)
    expect(answer.headers.ratelimit).toMatch(/^"minute";r=20;t=60, "lookups";r=5;t=\d+$/)
    const refused = await post(many(21, 'nowhere'), token)
    expect(refused.json()).toMatchObject({ status: 429, code: 'rate_limited' })
    expect((await post(many(19, 'nowhere'), token)).statusCode).toBe(200)
    expect((await post(['nowhere'], token)).statusCode).toBe(429)
    const tooMany = await post(many(61, 'nowhere'), await world.tokenOf('never'))
    expect(tooMany.json()).toMatchObject({
      status: 400,
      code: 'invalid_body',
      errors: [{ pointer: '/lookups', detail: expect.stringContaining('has 60 requests a minute') }],
    })
  })

  it('repeats its answer for the same Idempotency-Key, and does not bill again', async () => {
    const token = await world.tokenOf('again')
    const first = await post(['e 1', 'nowhere 4'], token, 'batch-1')
    const again = await post(['e 1', 'nowhere 4'], token, 'batch-1')
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.body).toBe(first.body)
    expect(await world.usageOf(token)).toMatchObject({ used: 1 })
  })
})

describe('a caller that hangs up in the middle of a batch', () => {
  const addresses = many(30, 'f')

  async function hangUp(token: string, key?: string): Promise<void> {
    const server = await createTestApi(world.test, { clock: world.clock, locator: world.places })
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as AddressInfo
    const gate = Promise.withResolvers<void>()
    const before = world.places.asked.length
    world.places.before = () => (world.places.asked.length - before > 4 ? gate.promise : undefined)
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }
    const call = request({ port, host: '127.0.0.1', path: PATH, method: 'POST', headers })
    call.on('error', () => {}).end(JSON.stringify(batchOf(addresses)))
    await eventually(() => world.places.asked.length - before === 8)
    await eventually(async () => (await world.pending()) === 4)
    call.destroy()
    await eventually(async () =>
      (await server.app.inject('/metrics')).body.includes(
        'legislog_api_abandoned_requests_total{method="POST"',
      ),
    )
    gate.resolve()
    await eventually(async () => (await world.pending()) === 0)
    // Ends when the request has ended.
    await server.app.close()
  }

  it('pays for earlier matches, and the rest is not tried', async () => {
    const token = await world.tokenOf('gone', 'business')
    const before = world.places.asked.length
    await hangUp(token)
    expect(await world.usageOf(token)).toMatchObject({ used: 4 })
    expect(world.places.asked.length - before).toBe(8)
  })

  it('gets the whole answer by a repeat with the same Idempotency-Key', async () => {
    const token = await world.tokenOf('returning', 'business')
    await hangUp(token, 'batch-2')
    const answer = await eventually(async () => {
      const again = await post(addresses, token, 'batch-2')
      return again.statusCode === 200 ? again : undefined
    })
    expect(answer.headers['idempotency-replayed']).toBe('true')
    expect(answer.json().counts).toMatchObject({ matched: 30 })
    expect(await world.usageOf(token)).toMatchObject({ used: 30 })
  })
})
