import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Download } from '../../../../ingest/source-interface/feed.ts'
import { createFaultyServer } from '../../../support/fakes/faulty-server.ts'
import {
  createFetchClientWorld,
  type FetchClientWorld,
  KEY,
  keyOf,
  NOTHING_KNOWN,
} from '../../../support/ingest/fetch-client.ts'

const server = await createFaultyServer()
let asking: FetchClientWorld

beforeEach(() => {
  server.clear()
  asking = createFetchClientWorld(server)
})

describe('a publisher that fails temporarily', () => {
  it.each([
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'status', status: 429 },
    { kind: 'cut-off' },
    { kind: 'ends-early' },
    { kind: 'broken-gzip' },
    { kind: 'web-page' },
    { kind: 'reset' },
    { kind: 'never-answers' },
    { kind: 'falls-silent' },
  ] as const)('is retried until it answers: %o', async (fault) => {
    server.serve('/page', { body: { results: [{ title: 'one' }, { title: 'two' }] } })
    server.fail(fault, /^\/page/, 2)
    const { body } = await asking.get('/page')
    expect(JSON.parse(body.toString())).toEqual({ results: [{ title: 'one' }, { title: 'two' }] })
    expect(server.count()).toBe(3)
    expect(asking.waited_ms).toHaveLength(2)
  })

  it('is retried after ever longer pauses, until the request fails', async () => {
    server.fail({ kind: 'status', status: 502, body: 'Bad\n  Gateway' }, /^/, 9)
    await expect(asking.get('/page')).rejects.toMatchObject({
      code: 'upstream_unavailable',
      message: `legiscan: ${server.url}/page answered 502: Bad Gateway (4 attempts)`,
      fault: { source: 'legiscan', url: `${server.url}/page`, status: 502 },
    })
    expect(asking.waited_ms).toEqual([1_000, 2_000, 4_000])
  })

  it.each([
    ['7', 7_000],
    ['Mon, 02 Mar 2026 09:00:30 GMT', 30_000],
    ['Monday, 02-Mar-26 09:00:30 GMT', 30_000],
    ['Mon Mar  2 09:00:30 2026', 30_000],
    ['Mon, 02 Mar 2026 08:00:00 GMT', 0],
  ])('gets no request before its Retry-After: %s', async (retry_after, wanted_ms) => {
    server.serve('/page', { body: {} })
    server.fail({ kind: 'status', status: 429, retry_after })
    await asking.get('/page')
    const [waited = 0] = asking.waited_ms
    expect(waited).toBeGreaterThanOrEqual(wanted_ms)
    expect(waited).toBeLessThan(wanted_ms + 10_000)
  })

  it('is not retried if its Retry-After is longer than a run waits', async () => {
    server.fail({ kind: 'status', status: 429, retry_after: '3600' })
    await expect(asking.get('/page')).rejects.toMatchObject({
      code: 'upstream_limited',
      message: expect.stringContaining('not before 2026-03-02T10:00:00.000Z'),
      fault: { retry_at: new Date('2026-03-02T10:00:00.000Z') },
    })
    expect(server.count()).toBe(1)
  })

  it('delays every later request with its Retry-After, not only the refused one', async () => {
    server.serve('/page', { body: {} })
    server.fail({ kind: 'status', status: 429, retry_after: '20' })
    const one = asking.client()
    await one.get(new URL('/page', server.url), { url: '', name: 'x', expects: 'json' }, NOTHING_KNOWN)
    await one.get(new URL('/page', server.url), { url: '', name: 'x', expects: 'json' }, NOTHING_KNOWN)
    expect(asking.clock.now().toISOString() >= '2026-03-02T09:00:20.000Z').toBe(true)
    expect(server.count()).toBe(3)
  })
})

describe('a publisher that refuses a request', () => {
  it.each([
    [403, 'upstream_refused'],
    [401, 'upstream_refused'],
    [400, 'upstream_rejected'],
    [422, 'upstream_rejected'],
  ])('is not retried: %i', async (status, code) => {
    server.fail({ kind: 'status', status, body: `no: ${KEY}` })
    const refused = await asking
      .get('/page', 'json', { key: keyOf(server, 'query') })
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ code, fault: { status } })
    expect(String(refused)).not.toContain(KEY)
    expect(String(refused).includes('its key is LEGISCAN_API_KEY')).toBe(code === 'upstream_refused')
    expect(server.count()).toBe(1)
  })

  it('is retried if its 403 means that the rate limit is used up, as at GitHub', async () => {
    server.serve('/page', { status: 403, headers: { 'x-ratelimit-remaining': '0' } }, { body: {} })
    await asking.get('/page')
    expect(server.count()).toBe(2)
  })

  it('is not retried after a 404, which is returned to the caller', async () => {
    expect((await asking.get('/nothing')).status).toBe(404)
    expect(server.count()).toBe(1)
  })
})

describe('an answer of a publisher', () => {
  it('is refused at once if it is too large, even if it is compressed', async () => {
    server.serve('/page', { body: 'x'.repeat(2_000) })
    await expect(asking.get('/page', 'text', { answer_bytes: 1_000 })).rejects.toMatchObject({
      code: 'upstream_too_large',
    })
    const bomb = gzipSync(Buffer.alloc(1_000_000))
    server.serve('/bomb', { body: bomb, headers: { 'content-encoding': 'gzip' } })
    await expect(asking.get('/bomb', 'text', { answer_bytes: 100_000 })).rejects.toMatchObject({
      code: 'upstream_too_large',
    })
    expect(server.count()).toBe(2)
  })

  it('fails the request if it takes longer than the deadline', async () => {
    server.fail({ kind: 'never-answers' }, /^/, 9)
    await expect(
      asking.get('/page', 'json', { silence_ms: 60_000, deadline_ms: 60, attempts: 1 }),
    ).rejects.toMatchObject({
      code: 'upstream_unavailable',
      message: expect.stringContaining('took longer than 60 ms'),
    })
  })

  it('is decompressed, whatever its content type says', async () => {
    server.serve('/page', { body: gzipSync('{"a": 1}'), headers: { 'content-encoding': 'gzip' } })
    server.fail({ kind: 'content-type', type: 'text/html' })
    expect((await asking.get('/page')).body.toString()).toBe('{"a": 1}')
  })

  it('fails the request if its source recognizes an error in it, even with status 200', async () => {
    const wrong = { status: 'ERROR', alert: { message: 'Invalid API key' } }
    server.serve('/page', { body: wrong })
    const download: Download = {
      url: '/page',
      name: 'x',
      expects: 'json',
      objection: (body) =>
        body.includes('Invalid API key')
          ? { code: 'upstream_refused', detail: 'says: Invalid API key' }
          : null,
    }
    await expect(
      asking
        .client({ key: keyOf(server, 'query') })
        .get(new URL('/page', server.url), download, NOTHING_KNOWN),
    ).rejects.toMatchObject({
      code: 'upstream_refused',
      message: expect.stringContaining('LEGISCAN_API_KEY'),
    })
    expect(server.count()).toBe(1)
  })
})
