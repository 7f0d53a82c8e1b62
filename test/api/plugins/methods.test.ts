import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

let api: TestApi
let port: number

beforeAll(async () => {
  const test = await createProjectedDatabase()
  await createProjectedSchema(test)
  api = await createTestApi(test)
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  port = (api.app.server.address() as AddressInfo).port
})

const options = (url: string, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'OPTIONS', url, headers })

/** Sends raw bytes to the server and returns its answer. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString()
  })
  socket.end(bytes)
  await once(socket, 'close')
  return answer
}

describe('OPTIONS', () => {
  it('returns the allowed methods of a path, without a token', async () => {
    for (const [url, allow] of [
      ['/v1/bills', 'GET, HEAD, OPTIONS'],
      ['/api/v1/bills/12?x=1', 'GET, HEAD, OPTIONS'],
      ['/v1/tokens', 'GET, HEAD, OPTIONS, POST'],
      ['/v1/tokens/7/', 'DELETE, GET, HEAD, OPTIONS'],
      ['/healthz', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const answer = await options(url)
      expect([answer.statusCode, answer.headers.allow, answer.body], url).toEqual([204, allow, ''])
      expect(answer.headers['x-request-id']).toBeDefined()
    }
  })

  it('returns 404 for an unknown path', async () => {
    expect((await options('/v1/nothing')).json()).toMatchObject({ status: 404, code: 'route_not_found' })
  })

  it('answers the preflight of a browser for any origin, without cookies', async () => {
    const answer = await options('/v1/bills', {
      origin: 'https://somewhere.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-headers']).toContain('Idempotency-Key')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    const get = await api.get('/v1/bills', { headers: { origin: 'https://somewhere.example' } })
    expect(get.headers['access-control-expose-headers']).toContain('Idempotency-Replayed')
  })
})

describe('the API', () => {
  it('answers HEAD on every path with GET, with the headers of GET', async () => {
    for (const url of ['/v1/bills', '/v1/analytics/usage', '/healthz', '/v1/openapi.json', '/docs']) {
      const [head, get] = [await api.get(url, { method: 'HEAD' }), await api.get(url)]
      expect([head.statusCode, head.body], url).toEqual([200, ''])
      expect(head.headers['content-type'], url).toBe(get.headers['content-type'])
      expect(head.headers['content-length'], url).toBe(get.headers['content-length'])
    }
  })

  it('refuses an unknown method on a known path with 405 and the allowed methods', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'SEARCH']) {
      const answer = await answerTo(
        `${method} /v1/bills HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.token}\r\nconnection: close\r\n\r\n`,
      )
      expect(answer, method).toMatch(/^HTTP\/1\.1 405 /)
      expect(answer.toLowerCase()).toContain('allow: get, head, options')
    }
  })

  it.each([
    'NONSENSE\r\n\r\n',
    'GET /v1/bills HTTP/9.9\r\n\r\n',
    `GET / HTTP/1.1\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
  ])('answers bytes that are not a request with a problem and a request id (%#)', async (bytes) => {
    const answer = await answerTo(bytes)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 4(?:00|31) /)
    const id = /^x-request-id: (\S+)$/m.exec(head)?.[1]
    expect(JSON.parse(body).request_id).toBe(id)
  })
})
