import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../runtime/log.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

const lines: string[] = []
const log = createLog('api', 'info', { write: (line) => void lines.push(line) })
let api: TestApi
let port: number

beforeAll(async () => {
  const test = await createProjectedDatabase()
  await createProjectedSchema(test)
  api = await createTestApi(test, { log })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  port = (api.app.server.address() as AddressInfo).port
})

/** Sends bytes and reads the whole answer. */
async function exchange(head: readonly string[]): Promise<{ status: number; body: Record<string, unknown> }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${[...head, 'Connection: close', '', ''].join('\r\n')}`)
  const answer = await text(socket)
  const body = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)
  return { status: Number(answer.split(' ')[1]), body: JSON.parse(body) as Record<string, unknown> }
}

const asked = (...headers: string[]) =>
  exchange(['GET /v1/bills?limit=1 HTTP/1.1', `Authorization: Bearer ${api.token}`, ...headers])

describe('the Host header', () => {
  it.each(['localhost', 'api.example.com:8080', '127.0.0.1:8080', '[::1]:8080', 'my_api', 'example.com.'])(
    'may be %s',
    async (host) => {
      expect((await asked(`Host: ${host}`)).status).toBe(200)
    },
  )

  it.each([
    '',
    'a b',
    'example.com/path',
    'user@example.com',
    'example.com:port',
    'example.com:999999',
    '[::1',
    '<script>',
    'a,b',
    'é.example',
    'a'.repeat(300),
  ])('is refused by name if it is %j', async (host) => {
    const { status, body } = await asked(`Host: ${host}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid_parameter', errors: [{ parameter: 'Host' }] })
  })

  it.each([
    ['with different values', ['Host: a.example', 'Host: b.example']],
    ['with equal values', ['Host: a.example', 'host: a.example']],
    ['with another header between', ['Host: a.example', 'X-Forwarded-Host: c.example', 'HOST: ']],
  ])('is refused if it is given twice: %s', async (_, headers) => {
    const { status, body } = await asked(...headers)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'repeated_parameter',
      detail: 'Host was given 2 times.',
      errors: [{ parameter: 'Host' }],
    })
  })

  it('is required by HTTP/1.1 but not by HTTP/1.0', async () => {
    const { status, body } = await asked()
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid_parameter', detail: 'Host is missing; it must be a host.' })
    const old = await exchange(['GET /v1/bills?limit=1 HTTP/1.0', `Authorization: Bearer ${api.token}`])
    expect(old.status).toBe(200)
  })

  it('is checked on open paths too', async () => {
    const { status } = await exchange(['GET /v1/openapi.json HTTP/1.1', 'Host: a.example', 'Host: b.example'])
    expect(status).toBe(400)
  })
})

describe('an upload that is cut off', () => {
  it('is counted as abandoned, without an error in the log', async () => {
    const from = lines.length
    const admin = await api.issue({ account: 'operator', scopes: ['admin'] })
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const head = [
      'POST /v1/tokens HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${admin}`,
      'Content-Type: application/json',
      'Content-Length: 1000',
    ]
    const accepted = once(api.app.server, 'request')
    socket.write(`${[...head, '', '{"scopes":["re'].join('\r\n')}`)
    const [raw] = (await accepted) as [IncomingMessage]
    await eventually(() => raw.readableFlowing === true)
    socket.destroy()
    const counted = 'legislog_api_abandoned_requests_total{method="POST",route="/v1/tokens"} 1'
    await eventually(async () => (await api.app.inject('/metrics')).body.includes(counted))
    expect((await api.get('/v1/bills?limit=1')).statusCode).toBe(200)
    expect(lines.slice(from).filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual(
      [],
    )
  })
})
