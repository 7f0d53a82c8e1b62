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

describe('a publisher that fails for a while', () => {
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
  ] as const)('is asked again: %o', async (fault) => {
    server.serve('/page', { body: { results: [{ title: 'one' }, { title: 'two' }] } })
    server.fail(fault, /^\/page/, 2)
    const { body } = await asking.get('/page')
    expect(JSON.parse(body.toString())).toEqual({ results: [{ title: 'one' }, { title: 'two' }] })
    expect(server.count()).toBe(3)
    expect(asking.waited_ms).toHaveLength(2)
  })

  it('is asked ever more slowly, and is left alone in the end', async () => {
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
  ])('says for how long: Retry-After %s', async (retry_after, wanted_ms) => {
    server.serve('/page', { body: {} })
    server.fail({ kind: 'status', status: 429, retry_after })
    await asking.get('/page')
    const [waited = 0] = asking.waited_ms
    expect(waited).toBeGreaterThanOrEqual(wanted_ms)
    expect(waited).toBeLessThan(wanted_ms + 10_000)
  })

  it('wants to be left alone for longer than a run waits', async () => {
    server.fail({ kind: 'status', status: 429, retry_after: '3600' })
    await expect(asking.get('/page')).rejects.toMatchObject({
      code: 'upstream_limited',
      message: expect.stringContaining('not before 2026-03-02T10:00:00.000Z'),
      fault: { retry_at: new Date('2026-03-02T10:00:00.000Z') },
    })
    expect(server.count()).toBe(1)
  })

  it('limits all requests that are under way, not only the one it refused', async () => {
    server.serve('/page', { body: {} })
    server.fail({ kind: 'status', status: 429, retry_after: '20' })
    const one = asking.client()
    await one.get(new URL('/page', server.url), { url: '', name: 'x', expects: 'json' }, NOTHING_KNOWN)
    await one.get(new URL('/page', server.url), { url: '', name: 'x', expects: 'json' }, NOTHING_KNOWN)
    expect(asking.clock.now().toISOString() >= '2026-03-02T09:00:20.000Z').toBe(true)
    expect(server.count()).toBe(3)
  })
})

describe('a publisher that will not', () => {
  it.each([
    [403, 'upstream_refused'],
    [401, 'upstream_refused'],
    [400, 'upstream_rejected'],
    [422, 'upstream_rejected'],
  ])('is not asked again: %i', async (status, code) => {
    server.fail({ kind: 'status', status, body: `no: ${KEY}` })
    const refused = await asking
      .get('/page', 'json', { key: keyOf(server, 'query') })
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ code, fault: { status } })
    expect(String(refused)).not.toContain(KEY)
    expect(String(refused).includes('its key is LEGISCAN_API_KEY')).toBe(code === 'upstream_refused')
    expect(server.count()).toBe(1)
  })

  it('reads a 403 as 429 if the rate limit is used up, as GitHub answers', async () => {
    server.serve('/page', { status: 403, headers: { 'x-ratelimit-remaining': '0' } }, { body: {} })
    await asking.get('/page')
    expect(server.count()).toBe(2)
  })

  it('is distinguished from an empty answer', async () => {
    expect((await asking.get('/nothing')).status).toBe(404)
    expect(server.count()).toBe(1)
  })
})

describe('an answer', () => {
  it('that is too large is given up at once', async () => {
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

  it('ends at its deadline', async () => {
    server.fail({ kind: 'never-answers' }, /^/, 9)
    await expect(
      asking.get('/page', 'json', { silence_ms: 60_000, deadline_ms: 60, attempts: 1 }),
    ).rejects.toMatchObject({
      code: 'upstream_unavailable',
      message: expect.stringContaining('took longer than 60 ms'),
    })
  })

  it('is unpacked, whatever its stated type', async () => {
    server.serve('/page', { body: gzipSync('{"a": 1}'), headers: { 'content-encoding': 'gzip' } })
    server.fail({ kind: 'content-type', type: 'text/html' })
    expect((await asking.get('/page')).body.toString()).toBe('{"a": 1}')
  })

  it('can be an error of status 200 that only its source recognizes', async () => {
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
