import { beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '../../api/accounts/tokens/token-text.ts'
import { createLog } from '../../runtime/log.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import { createProjectedSchema } from '../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../support/api/test-api.ts'
import { createProjectedDatabase, type TestDatabase } from '../support/stores/database.ts'

const lines: string[] = []
const log = createLog('api', 'trace', { write: (line) => void lines.push(line) })
let test: TestDatabase
let api: TestApi

beforeAll(async () => {
  test = await createProjectedDatabase()
  await createProjectedSchema(test)
  api = await createTestApi(test, {
    log,
    plugins: [
      async (app) => {
        app.get('/broken', { config: { scope: 'read' } }, async (request) => {
          throw Object.assign(new Error('the handler failed'), { headers: request.headers, token: api.token })
        })
      },
    ],
  })
})

describe('the log', () => {
  it('contains no token, secret or key of any request, even at the trace level', async () => {
    const admin = await api.issue({ account: 'operator', scopes: ['admin'] })
    const wrong = createToken()
    const key = 'idempotency-key-of-a-customer'
    const as = (token: string, url: string, more: object = {}) =>
      api.app.inject({ url, headers: { authorization: `Bearer ${token}`, 'idempotency-key': key }, ...more })
    const made = await as(admin, '/v1/tokens', { method: 'POST', payload: { scopes: ['read'] } })
    expect(made.statusCode).toBe(201)
    await as(admin, '/v1/tokens', { method: 'POST', payload: { scopes: ['read'] } })
    await as(admin, `/v1/tokens/${made.json().id}/rotate`, {
      method: 'POST',
      payload: { overlap_seconds: -1 },
    })
    await as(wrong, '/v1/bills')
    await as(api.token, `/v1/bills?access_token=${api.token}`)
    await as(api.token, `/v1/${api.token}`)
    await as(api.token, '/v1/bills?q=1600%20Pennsylvania%20Avenue')
    expect((await as(api.token, '/v1/broken')).statusCode).toBe(500)

    const database = createDatabase(test.settings, { url: 'postgres://nobody:hunter2@127.0.0.1:1/nothing' })
    const away = await createTestApi({ ...test, database }, { token: api.token, log })
    expect((await away.get('/v1/bills')).statusCode).toBe(503)
    await database.end()

    const text = lines.join('')
    expect(text).toContain('the handler failed')
    expect(text).toContain('"route":"/v1/bills"')
    for (const secret of [admin, wrong, api.token, made.json().token, key, 'hunter2', 'Pennsylvania'])
      expect(text).not.toContain(secret)
  })

  it('names a request by the id in its answer', async () => {
    const answer = await api.get('/v1/broken', { headers: { 'x-request-id': 'caller-request-7' } })
    expect(answer.json().request_id).toBe('caller-request-7')
    const line = lines.find((one) => one.includes('the handler failed') && one.includes('caller-request-7'))
    expect(JSON.parse(line!)).toMatchObject({ level: 50, reqId: 'caller-request-7', msg: 'a request failed' })
  })

  it('redacts fields that contain secrets, also one level down', () => {
    const before = lines.length
    for (const name of ['authorization', 'secret', 'token', 'password', 'address'])
      log.info(
        { [name]: 'hush-1', part: { [name]: 'hush-2' }, req: { headers: { authorization: 'hush-3' } } },
        'x',
      )
    const text = lines.slice(before).join('')
    expect(text).toContain('[Redacted]')
    expect(text).not.toContain('hush')
  })
})
