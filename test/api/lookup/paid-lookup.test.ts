import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ensureAccount } from '../../../api/accounts/accounts.ts'
import { buyCredits } from '../../../api/accounts/credits.ts'
import { RESERVED_MS, sweepLookups } from '../../../api/accounts/lookups.ts'
import { createLookupWorld, type LookupWorld } from '../../support/api/lookup-world.ts'
import { createTestApi } from '../../support/api/test-api.ts'
import { foundIn, notFound } from '../../support/fakes/known-places.ts'
import { eventually } from '../../support/harness/eventually.ts'

let world: LookupWorld

beforeAll(async () => {
  world = await createLookupWorld(
    (input) =>
      'address' in input && input.address.startsWith('nowhere')
        ? notFound('not_found')
        : foundIn('wa', ['sldl:22', 'sldu:22']),
    { settings: { lookup_limits: 'free=3' } },
  )
})

beforeEach(() => {
  world.places.before = () => {}
})

async function tokenWith(account: string, credits = 0): Promise<string> {
  const token = await world.tokenOf(account)
  const { id } = await ensureAccount(world.test.database, account, undefined)
  if (credits > 0) await buyCredits(world.test.database, id, credits, undefined)
  return token
}

/** Each lookup is another one, so that none is remembered. */
let turns = 0
const lookUp = (token: string, address = 'somewhere') => {
  turns += 1
  return world.get(`address=${address}${turns}`, token)
}

describe('a lookup', () => {
  it('is billed if it matched, first from the allowance, then from credits, until both are used up', async () => {
    const token = await tokenWith('spender', 1)
    const seconds = { month: 30 * 86_400, left: 15.5 * 86_400 }
    for (const left of [3, 2, 1, 0]) {
      const answer = await lookUp(token)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['ratelimit-policy']).toBe(`"lookups";q=3;w=${seconds.month}`)
      expect(answer.headers.ratelimit).toBe(`"lookups";r=${left};t=${seconds.left}`)
    }
    const refused = await lookUp(token)
    expect(refused.json()).toMatchObject({
      status: 429,
      code: 'monthly_lookup_cap',
      'violated-policies': ['lookups'],
    })
    expect(refused.headers['retry-after']).toBe(String(seconds.left))
    expect(refused.headers.ratelimit).toBe(`"lookups";r=0;t=${seconds.left}`)
    expect(await world.usageOf(token)).toEqual({ used: 3, remaining: 0, balance: 0 })
  })

  it('is given back if it did not match or failed', async () => {
    const token = await tokenWith('unlucky')
    const none = await lookUp(token, 'nowhere')
    expect(none.json()).toMatchObject({ matched: false, reason: 'not_found' })
    expect(none.headers.ratelimit).toContain('"lookups";r=3;')
    world.places.before = () => {
      throw new Error('broken')
    }
    expect((await lookUp(token)).statusCode).toBe(500)
    expect(await world.usageOf(token)).toEqual({ used: 0, remaining: 3, balance: 0 })
    expect(await world.pending()).toBe(0)
  })

  it('succeeds once if two hundred are made at once with one left', async () => {
    const token = await tokenWith('crowd')
    await lookUp(token)
    await lookUp(token)
    const answers = await Promise.all(Array.from({ length: 200 }, () => lookUp(token)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 429)).toHaveLength(199)
    expect(await world.usageOf(token)).toEqual({ used: 3, remaining: 0, balance: 0 })
  })

  it('counts as used while it runs', async () => {
    const token = await tokenWith('patient')
    const gate = Promise.withResolvers<void>()
    world.places.before = () => gate.promise
    const answer = lookUp(token)
    await eventually(async () => (await world.pending()) === 1)
    expect(await world.usageOf(token)).toMatchObject({ used: 1, remaining: 2 })
    gate.resolve()
    expect((await answer).statusCode).toBe(200)
    expect(await world.usageOf(token)).toMatchObject({ used: 1 })
    expect(await world.pending()).toBe(0)
  })

  it('begins beside its reservation, and its failure does not matter to a caller who has none left', async () => {
    const token = await tokenWith('eager')
    const reserving = await world.test.database.connect()
    await reserving.query('BEGIN; LOCK TABLE account.lookup_month IN ACCESS EXCLUSIVE MODE')
    const begun = Promise.withResolvers<void>()
    world.places.before = () => begun.resolve()
    const answer = lookUp(token)
    await begun.promise
    expect(await world.pending()).toBe(0)
    await reserving.query('COMMIT')
    reserving.release()
    expect((await answer).statusCode).toBe(200)
    for (const status of [200, 200, 429]) expect((await lookUp(token)).statusCode).toBe(status)
    world.places.before = () => Promise.reject(new Error('broken'))
    expect((await lookUp(token)).json()).toMatchObject({ code: 'monthly_lookup_cap' })
  })

  it('is reserved again, or refused, if it took longer than its reservation', async () => {
    const token = await tokenWith('slow')
    const expire = async () => {
      await eventually(async () => (await world.pending()) > 0)
      await sweepLookups(world.test.database, new Date(world.clock.now().getTime() + RESERVED_MS))
    }
    world.places.before = expire
    expect((await lookUp(token)).statusCode).toBe(200)
    expect(await world.usageOf(token)).toMatchObject({ used: 1 })
    world.places.before = async () => {
      await expire()
      world.places.before = () => {}
      await lookUp(token)
      await lookUp(token)
    }
    expect((await lookUp(token)).json()).toMatchObject({ status: 429, code: 'monthly_lookup_cap' })
    expect(await world.usageOf(token)).toEqual({ used: 3, remaining: 0, balance: 0 })
  })

  it('is not billed if the caller hangs up before the answer', async () => {
    const token = await tokenWith('impatient')
    const server = await createTestApi(world.test, { clock: world.clock, locator: world.places })
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as AddressInfo
    const gate = Promise.withResolvers<void>()
    world.places.before = () => gate.promise
    const headers = { authorization: `Bearer ${token}` }
    const call = request({ port, host: '127.0.0.1', path: '/v1/representatives?address=gone', headers })
    call.on('error', () => {}).end()
    await eventually(async () => (await world.pending()) === 1)
    call.destroy()
    await eventually(async () =>
      (await server.app.inject('/metrics')).body.includes(
        'legislog_api_abandoned_requests_total{method="GET",route="/v1/representatives"} 1',
      ),
    )
    gate.resolve()
    await eventually(async () => (await world.pending()) === 0)
    expect(await world.usageOf(token)).toMatchObject({ used: 0 })
  })
})

describe('a POST of a lookup with an Idempotency-Key', () => {
  it('is billed once, however often it is repeated within the hour', async () => {
    const token = await tokenWith('repeater')
    const ask = () => world.post({ address: 'repeated street' }, { token, key: 'k1' })
    const first = await ask()
    world.clock.advance(59 * 60_000)
    const again = await ask()
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.headers['cache-control']).toBe('no-store')
    expect(again.body).toBe(first.body)
    expect(await world.usageOf(token)).toMatchObject({ used: 1 })
    world.clock.advance(60_000)
    expect((await ask()).headers['idempotency-replayed']).toBeUndefined()
    expect(await world.usageOf(token)).toMatchObject({ used: 2 })
  })

  it('is made again after it was refused for the cap, once lookups were bought', async () => {
    const token = await tokenWith('latecomer')
    for (let turn = 0; turn < 3; turn += 1) await lookUp(token)
    const ask = () => world.post({ address: 'late street' }, { token, key: 'k2' })
    expect((await ask()).statusCode).toBe(429)
    await tokenWith('latecomer', 1)
    expect((await ask()).statusCode).toBe(200)
  })

  it('stores no address, and nothing from which an address can be guessed', async () => {
    const token = await tokenWith('secretive')
    const body = { address: 'hidden street' }
    await world.post(body, { token, key: 'k3' })
    const other = await world.api.issue({ account: 'secretive', scopes: ['find_your_rep'] })
    expect((await world.post(body, { token: other, key: 'k3' })).json()).toMatchObject({
      status: 422,
      code: 'idempotency_mismatch',
    })
    const { rows } = await world.test.database.query<{ row: string; is_sealed: boolean }>(
      `SELECT i::text AS row, is_sealed FROM account.idempotency i WHERE key = 'k3'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.is_sealed).toBe(true)
    expect(rows[0]!.row).not.toMatch(/hidden|matched/)
  })
})
