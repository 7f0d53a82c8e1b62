import { beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi

beforeAll(async () => {
  test = await createProjectedDatabase()
  await createProjectedSchema(test)
  api = await createTestApi(test, {
    plugins: [
      async (app) => {
        const config = { scope: 'read' } as const
        app.get('/broken', { config }, async () => {
          throw new Error('password=hunter2 at /home/somebody/file.ts')
        })
        app.get('/slow', { config }, async () => {
          await test.database.query("SET statement_timeout = '20ms'; SELECT pg_sleep(5)")
        })
        app.post(
          '/echo',
          { config, schema: { body: { type: 'object', required: ['name'] } } },
          async (request) => request.body,
        )
        app.get('/thrown', { config }, async () => {
          throw app.problem(422, 'blocked_address', 'Not there.', {
            errors: [{ pointer: '/url', detail: 'private' }],
          })
        })
      },
    ],
  })
})

describe('a refused parameter', () => {
  it.each([
    ['jurisdicton=ca', 'unknown_parameter', 'jurisdicton'],
    ['offset=20', 'unknown_parameter', 'offset'],
    ['q=a&q=b', 'repeated_parameter', 'q'],
    ['limit=1&limit=2', 'repeated_parameter', 'limit'],
    ['jurisdiction=atlantis', 'invalid_parameter', 'jurisdiction'],
    ['status=Passed', 'invalid_parameter', 'status'],
    ['limit=0', 'invalid_parameter', 'limit'],
    ['limit=-1', 'invalid_parameter', 'limit'],
    ['limit=1.5', 'invalid_parameter', 'limit'],
    ['limit=201', 'invalid_parameter', 'limit'],
    ['limit=many', 'invalid_parameter', 'limit'],
    ['limit=', 'invalid_parameter', 'limit'],
    ['include=everything', 'invalid_parameter', 'include'],
    ['updated_since=yesterday', 'invalid_parameter', 'updated_since'],
    ['updated_since=2026-02-30', 'invalid_parameter', 'updated_since'],
    ['updated_since=', 'invalid_parameter', 'updated_since'],
    ['cursor=nonsense', 'cursor_invalid', 'cursor'],
    ['q=', 'invalid_parameter', 'q'],
    ['q=a%00b', 'invalid_parameter', 'q'],
  ])('in %s returns %s', async (query, code, parameter) => {
    const answer = await api.get(`/v1/bills?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({ status: 400, code, errors: [{ parameter }] })
    expect(answer.json().request_id).toBe(answer.headers['x-request-id'])
  })

  it('that is an empty string is reported as empty', async () => {
    const answer = await api.get('/v1/bills?q=')
    expect(answer.json()).toMatchObject({ detail: 'q is ""; it must not be empty.' })
  })

  it('is named with its value and the allowed values', async () => {
    expect((await api.get('/v1/bills?status=Passed')).json().detail).toMatch(/"Passed".*introduced/)
    expect((await api.get('/v1/bills?updated_since=soon')).json().detail).toContain('"soon"')
  })

  it.each(['bills', 'votes', 'legislators', 'committees', 'regulations', 'jurisdictions'])(
    'that is an id of %s returns 400 if it is invalid and 404 if it is unknown',
    async (collection) => {
      for (const id of ['abc', '1.5', '-1', '0', '9007199254740993', '%27%20OR%201%3D1']) {
        const answer = await api.get(`/v1/${collection}/${id}`)
        expect(answer.statusCode, `${id}: ${answer.body}`).toBe(400)
        expect(answer.json().code).toBe('invalid_id')
      }
      for (const id of ['999999', 'ocd-bill%2F00000000-0000-5000-8000-000000999999']) {
        expect((await api.get(`/v1/${collection}/${id}`)).json()).toMatchObject({
          status: 404,
          code: 'not_found',
        })
      }
    },
  )
})

describe('a request', () => {
  it('returns 404 for an unknown path, under any prefix', async () => {
    for (const url of ['/', '/v2/bills', '/v1/nothing', '/api/v1/bills/1/nothing', '/bills']) {
      expect((await api.get(url)).json()).toMatchObject({ status: 404, code: 'route_not_found' })
    }
  })

  it('returns 405 with the allowed methods if the path does not support its method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      const answer = await api.get('/v1/bills/12', { method })
      expect(answer.statusCode).toBe(405)
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
      expect(answer.json().code).toBe('method_not_allowed')
    }
    expect((await api.get('/v1/tokens', { method: 'PATCH' })).headers.allow).toBe('GET, HEAD, OPTIONS, POST')
  })

  it('with HEAD returns the headers of GET without the body', async () => {
    const [head, get] = [await api.get('/v1/bills', { method: 'HEAD' }), await api.get('/v1/bills')]
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    for (const name of ['etag', 'content-type', 'x-sync-through'] as const) {
      expect(head.headers[name]).toBe(get.headers[name])
    }
  })

  it('may end its path with a slash', async () => expect((await api.get('/v1/bills/')).statusCode).toBe(200))

  it('returns a problem if its address is not correctly encoded', async () => {
    const answer = await api.get('/v1/bills/%E0%A4%A')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().request_id).toBe(answer.headers['x-request-id'])
  })
})

describe('a failed request', () => {
  it('never reveals what failed inside the server', async () => {
    const answer = await api.get('/v1/broken')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toMatch(/hunter2|somebody/)
    expect(answer.json()).toMatchObject({ code: 'internal', status: 500 })
  })

  it('returns 503 timeout if a database statement takes too long', async () => {
    const answer = await api.get('/v1/slow')
    expect(answer.json()).toMatchObject({ status: 503, code: 'timeout' })
    expect(answer.headers['retry-after']).toBe('5')
  })

  it('returns 503 while Postgres is away, and the API is not ready', async () => {
    const database = createDatabase(test.settings, { url: 'postgres://nobody@127.0.0.1:1/nothing' })
    const away = await createTestApi({ ...test, database }, { token: api.token })
    expect((await away.get('/v1/bills')).json()).toMatchObject({ status: 503, code: 'not_ready' })
    const ready = await away.app.inject('/readyz')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({ status: 'not_ready', checks: { postgres: { ok: false } } })
    expect((await away.app.inject('/healthz')).statusCode).toBe(200)
    await database.end()
  })

  it('returns the problem that a plugin throws', async () => {
    expect((await api.get('/v1/thrown')).json()).toMatchObject({
      status: 422,
      code: 'blocked_address',
      errors: [{ pointer: '/url' }],
    })
  })

  it('names a missing member of its body, and is refused for another format or a large body', async () => {
    const post = (payload: string, type = 'application/json') =>
      api.get('/v1/echo', { method: 'POST', payload, headers: { 'content-type': type } })
    expect((await post('{}')).json()).toMatchObject({ code: 'invalid_body', errors: [{ pointer: '/name' }] })
    expect((await post('{')).json()).toMatchObject({ status: 400, code: 'invalid_body' })
    expect((await post('name=x', 'text/csv')).json()).toMatchObject({ status: 415 })
    expect((await post(JSON.stringify({ name: 'x'.repeat(300_000) }))).json()).toMatchObject({ status: 413 })
  })

  it('keeps its request id if that is a plain word, and otherwise gets a new one', async () => {
    const ids = async (id: string) =>
      (await api.get('/v1/bills', { headers: { 'x-request-id': id } })).headers
    expect((await ids('caller-request-1'))['x-request-id']).toBe('caller-request-1')
    expect((await ids('<script>alert(1)</script>'))['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})
