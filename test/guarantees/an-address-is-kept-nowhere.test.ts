import { hash } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { createLocator } from '../../locate/lookup/locator.ts'
import { createLog } from '../../runtime/log.ts'
import { createRedis } from '../../runtime/redis.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { runCommand } from '../../stack/processes/command.ts'
import { createReno } from '../locate/lookup/reno.ts'
import { createTestApi, type TestApi } from '../support/api/test-api.ts'
import type { GeoWorld } from '../support/locate/geo-world.ts'
import { createTestRedis } from '../support/stores/redis.ts'
import { postgresProgram } from '../support/stores/schema-dump.ts'

/** Stands in every address, in a part that decides nothing, and in every position. */
const MARK = 'XYLOPHONE'
const DIGITS = '604217953'
const LOOKUPS = 1_000

let world: GeoWorld
let redisUrl: string
let api: TestApi
const lines: string[] = []
const refusals: string[] = []
const statuses = new Map<string, number>()

const path = '/v1/representatives'
const addressOf = (turn: number) =>
  [
    `120 Main St Apt ${MARK}${turn}, Reno, NV 89501`,
    `${turn} ${MARK} St, Reno, NV 89501`,
    `PO Box ${turn}, ${MARK}, NV`,
    `${MARK}${turn}`,
    `broken ${MARK} ${turn}`,
  ][turn % 5]!
const positionOf = (turn: number) => ({
  lat: Number(`39.7${DIGITS}`),
  lng: Number(`-119.5${turn % 10}${DIGITS}`),
})

const headersOf = (turn: number) => ({
  authorization: `Bearer ${api.token}`,
  ...(turn % 3 === 0 ? { 'idempotency-key': `lookup-${turn}` } : {}),
})
const get = (query: string) => api.app.inject({ url: `${path}?${query}`, headers: headersOf(1) })
const post = (payload: object, turn: number, to = path) =>
  api.app.inject({ method: 'POST', url: to, payload, headers: headersOf(turn) })

function noted(answer: LightMyRequestResponse): LightMyRequestResponse {
  const kind = answer.statusCode === 200 && 'matched' in answer.json() ? `${answer.json().matched}` : ''
  const key = `${answer.statusCode}${kind}`
  statuses.set(key, (statuses.get(key) ?? 0) + 1)
  if (answer.statusCode !== 200) refusals.push(answer.body, JSON.stringify(answer.headers))
  return answer
}

async function lookUp(turn: number): Promise<void> {
  const address = addressOf(turn)
  const include = ['details', 'congress', 'next']
  if (turn % 4 === 0) noted(await get(`address=${encodeURIComponent(address)}&include=details`))
  else if (turn % 4 === 1) noted(await post({ address, include }, turn))
  else if (turn % 4 === 2) noted(await post(positionOf(turn), turn))
  else noted(await get(`lat=${positionOf(turn).lat}&lng=${positionOf(turn).lng}`))
}

/** Requests that are refused before they are worked on, each with a marked value. */
async function beRefused(): Promise<void> {
  const queries = [
    `address=${MARK}&lat=1`,
    `address=${MARK}&${MARK}=1`,
    `address=1 Main St & ${MARK}`,
    `address=${MARK.repeat(100)}`,
    `address=${MARK}%00`,
    `address=${MARK}&address=${MARK}`,
    `address=x&as_of=${MARK}`,
    `address=x&include=${MARK}`,
    `lat=${DIGITS}&lng=1`,
  ]
  for (const query of queries) expect(noted(await get(query)).statusCode, query).toBe(400)
  const bodies = [
    { [MARK]: 1 },
    { address: [MARK] },
    { address: `${MARK}\0` },
    { lat: DIGITS, lng: 1 },
    [MARK],
  ]
  for (const body of bodies) expect(noted(await post(body, 1)).statusCode).toBe(400)
  const other = await api.issue({ account: 'other', scopes: ['read'] })
  const denied = await api.app.inject({
    url: `${path}?address=${MARK}`,
    headers: { authorization: `Bearer ${other}` },
  })
  expect(noted(denied).statusCode).toBe(403)
  const used = await api.issue({ account: 'used up', tier: 'free', scopes: ['find_your_rep'] })
  const capped = await api.app.inject({
    url: `${path}?address=${MARK}`,
    headers: { authorization: `Bearer ${used}` },
  })
  expect(noted(capped).statusCode).toBe(429)
}

beforeAll(async () => {
  world = await createReno()
  redisUrl = await createTestRedis()
  const real = createLocator({ database: world.database })
  api = await createTestApi(world, {
    log: createLog('api', 'trace', { write: (line) => void lines.push(line) }),
    redis_url: redisUrl,
    settings: { rate_limits: '', lookup_limits: 'free=0' },
    locator: {
      async locate(input, options) {
        if ('address' in input && input.address.startsWith('broken'))
          throw Object.assign(new Error(`cannot read ${input.address}`), { detail: input.address, input })
        return real.locate(input, options)
      },
    },
  })
  for (let turn = 0; turn < LOOKUPS; turn += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, place) => lookUp(turn + place)))
  }
  const lookups = Array.from({ length: 100 }, (_, turn) => ({ address: addressOf(turn) }))
  noted(await post({ lookups, include: ['details'] }, 0, `${path}/batch`))
  await beRefused()
}, 300_000)

describe('after a thousand lookups', () => {
  it('some matched, some did not, some failed and some were refused', () => {
    expect(statuses.get('200true')).toBeGreaterThan(300)
    expect(statuses.get('200false')).toBeGreaterThan(150)
    expect(statuses.get('500')).toBeGreaterThan(50)
    expect(statuses.get('400')).toBe(14)
  })

  it('no line of the log contains an address or a position', () => {
    const text = lines.join('')
    expect(text).toContain('a request failed')
    expect(text).toContain(`"route":"${path}"`)
    expect(text).not.toMatch(new RegExp(`${MARK}|${DIGITS}`, 'i'))
  })

  it('no metric contains one', async () => {
    const metrics = (await api.app.inject('/metrics')).body
    expect(metrics).toContain(`route="${path}"`)
    expect(metrics).not.toMatch(new RegExp(`${MARK}|${DIGITS}`, 'i'))
  })

  it('no refusal contains one', () => {
    expect(refusals.length).toBeGreaterThan(100)
    expect(refusals.join('\n')).not.toMatch(new RegExp(`${MARK}|${DIGITS}`, 'i'))
  })

  it('no table contains one, or a hash that identifies one', async () => {
    const dump = await runCommand(await postgresProgram('pg_dump'), ['--dbname', world.url, '--data-only'])
    expect(dump).toContain('COPY account.lookup_month')
    expect(dump).toContain('lookup-9')
    expect(dump).not.toMatch(new RegExp(`${MARK}|${DIGITS}`, 'i'))
    const body = canonicalJson({ address: addressOf(9), include: ['details', 'congress', 'next'] })
    for (const content of [addressOf(9), body, `${path}\n${body}`])
      expect(dump).not.toContain(hash('sha256', content, 'hex'))
  })

  it('no key and no value of Redis contains one', async () => {
    const redis = createRedis({ ...world.settings, redis_url: redisUrl }, { for: 'worker' })
    const keys = await redis.keys('*')
    expect(keys.length).toBeGreaterThan(0)
    const values = await Promise.all(keys.map((key) => redis.dumpBuffer(key)))
    await redis.quit()
    const text = [...keys, ...values.map((value) => value?.toString('latin1') ?? '')].join('\n')
    expect(text).not.toMatch(new RegExp(`${MARK}|${DIGITS}`, 'i'))
  })
})
