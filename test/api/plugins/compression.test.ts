import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyPluginAsync } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { chooseEncoding } from '../../../api/http/content-coding.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { EventBuilder } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

let api: TestApi
let test: TestDatabase
const url = '/v1/bills?limit=20'

beforeAll(async () => {
  test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  for (let number = 1; number <= 30; number += 1) story.bill({ title: `An act relating to number ${number}` })
  await projected.apply(story.take())
  api = await createTestApi(test)
})

const asked = (encoding: string, more: object = {}) =>
  api.get(url, { ...more, headers: { 'accept-encoding': encoding } })

describe('compression', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('with %s keeps the text and the tag of the answer', async (encoding, open) => {
    const plain = await api.get(url)
    const packed = await asked(encoding)
    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
    expect(open(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.headers.etag).toBe(plain.headers.etag)
    for (const answer of [plain, packed]) {
      expect(answer.headers.vary).toBe('Authorization, Accept-Encoding')
    }
    const again = await api.get(url, {
      headers: { 'accept-encoding': encoding, 'if-none-match': String(plain.headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers['content-encoding']).toBeUndefined()
    expect(again.headers.vary).toBe('Authorization, Accept-Encoding')
  })

  it('of equal answers at the same time happens once, and their texts are in memory once', async () => {
    const count = 20
    const arrivals = Promise.withResolvers<void>()
    let arrived = 0
    const packed: Buffer[] = []
    const same: FastifyPluginAsync = async (app) => {
      app.addHook<Buffer>('onSend', async (_request, _reply, payload) => void packed.push(payload))
      app.get('/same', { config: { scope: 'read' } }, async (_request, reply) => {
        arrived += 1
        if (arrived === count) arrivals.resolve()
        await arrivals.promise
        return reply.type('text/plain').send('An act relating to the same. '.repeat(20_000))
      })
    }
    const sharing = await createTestApi(test, { plugins: [same], settings: { rate_limits: '0' } })
    const answers = await Promise.all(
      Array.from({ length: count }, () => sharing.get('/v1/same', { headers: { 'accept-encoding': 'br' } })),
    )
    expect(packed).toHaveLength(count)
    expect(new Set(packed).size).toBe(1)
    for (const { rawPayload } of answers)
      expect(brotliDecompressSync(rawPayload).byteLength).toBe(29 * 20_000)
  })

  it('gives a HEAD answer the headers of GET', async () => {
    const [head, get] = [await asked('gzip', { method: 'HEAD' }), await asked('gzip')]
    expect(head.rawPayload).toHaveLength(0)
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary'] as const)
      expect(head.headers[name]).toBe(get.headers[name])
  })

  it('is skipped for small answers, errors and answers that must not be stored', async () => {
    for (const path of ['/v1/bills?limit=20&q=nothing', '/v1/bills/999', '/readyz']) {
      const answer = await api.get(path, { headers: { 'accept-encoding': 'gzip, br' } })
      expect(answer.headers['content-encoding'], path).toBeUndefined()
      expect(answer.json(), path).toBeDefined()
    }
  })
})

describe('the chosen encoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['deflate, zstd', undefined],
    ['gzip;q=nonsense', undefined],
    ['gzip;q=7', undefined],
    [',;,q=1', undefined],
  ])('for %j is %s', (header, encoding) => expect(chooseEncoding(header)).toBe(encoding))
})
