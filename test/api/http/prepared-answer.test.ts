import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareText } from '../../../api/http/prepared-answer.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

let api: TestApi

beforeAll(async () => {
  api = await createTestApi(await createTestDatabase())
})

const asked = (path: string, headers: Record<string, string> = {}) => api.app.inject({ url: path, headers })

describe.each(['/docs', '/v1/openapi.json'])('the answer of %s', (path) => {
  it('has the same text and the same tag in every encoding', async () => {
    const plain = await asked(path)
    expect(plain.statusCode).toBe(200)
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [encoding, open] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await asked(path, { 'accept-encoding': encoding })
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, etag: plain.headers.etag })
      expect(packed.headers.vary).toContain('Accept-Encoding')
      expect(open(packed.rawPayload).toString()).toBe(plain.body)
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
    }
    const again = await asked(path, { 'if-none-match': String(plain.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers).toMatchObject({ etag: plain.headers.etag, 'cache-control': 'public, max-age=300' })
    const head = await api.app.inject({ method: 'HEAD', url: path })
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', plain.headers.etag])
  })

  it('is counted in the metrics under its route', async () => {
    await asked(path)
    const metrics = (await asked('/metrics')).body
    expect(metrics).toMatch(
      new RegExp(`legislog_api_requests_total\\{method="GET",route="${path}",status="200"\\}`),
    )
  })
})

it('a prepared text is made once and compressed once for each encoding', async () => {
  let times = 0
  const server = fastify()
  cleanUp(() => server.close())
  const answer = prepareText(() => {
    times += 1
    return 'to be compressed '.repeat(1_000)
  })
  server.get('/', (request, reply) => answer(request, reply))
  const sent: unknown[] = []
  server.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload))
  const encodings = ['br', 'br', 'gzip', 'gzip', 'identity', 'identity']
  await Promise.all(
    encodings.map((encoding) => server.inject({ url: '/', headers: { 'accept-encoding': encoding } })),
  )
  expect(times).toBe(1)
  // These are the same bytes, and not only equal ones.
  expect([sent.length, new Set(sent).size]).toEqual([6, 3])
})
