import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../support/api/test-api.ts'
import { type Block, blocksOf, missingOf } from '../support/guides/guide.ts'
import { createLiveGuide, freePort, type LiveGuide } from '../support/guides/live-guide.ts'
import { eventually } from '../support/harness/eventually.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let api: TestApi
let guide: LiveGuide
const receivers = ['receiver.ts', 'receiver.py']
const running = new Map<string, { url: string; secret: string; file: string; printed: () => string }>()

async function start(program: string, register: (url: string) => Promise<string>): Promise<void> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/hooks`
  const secret = await register(url)
  const file = `${program}.db`
  const command = program.endsWith('.py') ? 'python3' : process.execPath
  const env = { SECRET: secret, PORT: String(port), FILE: file }
  const printed = await guide.start(command, [`docs/guides/${program}`], env)
  running.set(program, { url, secret, file, printed })
}

const events = ['bill.action', 'bill.status_changed', 'vote.recorded']
async function register(url: string): Promise<string> {
  const headers = { authorization: `Bearer ${api.token}` }
  const answer = await api.app.inject({
    method: 'POST',
    url: '/v1/webhook_endpoints',
    headers,
    payload: { url, events },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().secret
}

beforeAll(async () => {
  service = await createWholeService()
  await service.startAll()
  await service.ingestSample()
  await service.caughtUp()
  api = await service.openApi()
  guide = await createLiveGuide(api)
})

describe('the example in docs/webhooks.md', () => {
  it('registers an endpoint, runs a receiver with its secret, and sends it a test event', async () => {
    const blocks = (await blocksOf('../webhooks.md')).filter(({ language }) => /sh|json/.test(language))
    const [registering, answer, ...rest] = blocks as [Block, Block, ...Block[]]
    await start('receiver.ts', async (url) => {
      const printed = await guide.shell(registering.code.replace('http://127.0.0.1:9000/hooks', url))
      expect(missingOf(JSON.parse(answer.code), JSON.parse(printed))).toEqual([])
      return JSON.parse(printed).secret
    })
    for (const { code } of rest) expect(await guide.shell(code)).not.toContain('request_id')
    expect(running.get('receiver.ts')!.printed()).toMatch(/^new /m)
    // From here on it gets the same events as the other one.
    const [endpoint] = (await api.get('/v1/webhook_endpoints')).json().data
    const change = { method: 'PATCH', payload: { events } } as const
    expect((await api.get(`/v1/webhook_endpoints/${endpoint.id}`, change)).statusCode).toBe(200)
    await start('receiver.py', register)
  })
})

function stored(file: string): { key: string; body: string }[] {
  const store = new DatabaseSync(join(guide.folder, file))
  const rows = store.prepare('SELECT key, body FROM delivery').all()
  store.close()
  return rows as { key: string; body: string }[]
}

it('both example receivers accept every delivery once, and store the same events', async () => {
  await service.ingest('openstates-scraper', 'sample/revision')
  await service.caughtUp()
  await service.delivered()
  const ids = receivers.map((program) => {
    const { file, printed } = running.get(program)!
    const held = stored(file).map(({ body }) => JSON.parse(body) as { id: number; data: { bill_id: number } })
    expect(printed()).not.toContain('again')
    return held.map(({ id }) => id).filter((id) => id > 0)
  })
  expect(ids[1]!.length).toBeGreaterThan(5)
  expect(ids[0]).toEqual(expect.arrayContaining(ids[1]!))
})

type Forgery = { family?: 'ours' | 'standard'; age_s?: number; secret?: string; body?: string; key?: string }

async function send(program: string, given: Forgery): Promise<number> {
  const { url, secret } = running.get(program)!
  const { family = 'ours', age_s = 0, key = 'dlv_test', body = '{"id":1}' } = given
  const names =
    family === 'ours'
      ? ['X-Service-Idempotency-Key', 'X-Service-Timestamp', 'X-Service-Signature']
      : ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const timestamp = String(Math.floor(Date.now() / 1_000) - age_s)
  const bytes = Buffer.from((given.secret ?? secret).replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', bytes).update(`${key}.${timestamp}.{"id":1}`).digest('base64')
  const values = [key, timestamp, `v1,AAAA v1,${signature}`]
  const headers = Object.fromEntries(names.map((name, index) => [name, values[index]!]))
  return (await fetch(url, { method: 'POST', body, headers })).status
}

describe.each(receivers)('the example receiver %s', (program) => {
  it.each(['ours', 'standard'] as const)(
    'accepts a delivery with the signature headers of the kind %s',
    async (family) => {
      const key = `dlv_${family}`
      expect(await send(program, { family, key })).toBe(204)
      expect(stored(running.get(program)!.file).filter((one) => one.key === key)).toHaveLength(1)
    },
  )

  it('answers a repeat with success and stores it only once', async () => {
    expect(await send(program, { key: 'dlv_twice' })).toBe(204)
    expect(await send(program, { key: 'dlv_twice' })).toBe(204)
    const { file, printed } = running.get(program)!
    expect(stored(file).filter(({ key }) => key === 'dlv_twice')).toHaveLength(1)
    await eventually(() => printed().includes('again dlv_twice'))
  })

  it.each<[string, Forgery]>([
    ['signed with another secret', { secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` }],
    ['with a changed body', { body: '{"id":2}' }],
    ['from six minutes ago', { age_s: 360 }],
    ['from six minutes in the future', { age_s: -360 }],
    ['without a key', { key: '' }],
  ])('refuses a delivery %s', async (_, forgery) => {
    const before = stored(running.get(program)!.file).length
    expect(await send(program, forgery)).toBe(401)
    expect(stored(running.get(program)!.file)).toHaveLength(before)
  })

  it('refuses a body that is too large before it is read whole', async () => {
    // If a receiver answers and closes while we still write, we get its answer or a broken pipe.
    const answer = await send(program, { body: 'a'.repeat(2 * 1024 * 1024) }).catch(
      ({ cause }: { cause: { code: string } }) => cause.code,
    )
    expect([413, 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']).toContain(answer)
    expect(await send(program, { key: 'dlv_after' })).toBe(204)
  })
})
