import { gzipSync } from 'node:zlib'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, type ClientOptions, createClient } from '../../../ingest/fetch/client.ts'
import type { Download } from '../../../ingest/fetch/feed.ts'
import { createLog } from '../../../runtime/log.ts'
import { createFaultyServer, type FaultyServer } from '../../support/faulty-server.ts'
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts'

let server: FaultyServer
let clock: ManualClock
let waited_ms: number[]
let stop: AbortController
const clients: Client[] = []

beforeAll(async () => {
  server = await createFaultyServer()
})
beforeEach(() => {
  server.clear()
  clock = createManualClock('2026-03-02T09:00:00.000Z')
  waited_ms = []
  stop = new AbortController()
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

const NONE = { etag: null, last_modified: null }
const KEY = 'k3y+with/odd=signs&more'
const key = (send: 'query' | 'header', origins = [server.url]) => ({
  setting: 'LEGISCAN_API_KEY',
  value: KEY,
  send,
  name: send === 'query' ? 'key' : 'X-Api-Key',
  origins,
})

function client(overrides: Partial<ClientOptions> = {}): Client {
  const made = createClient({
    source: 'legiscan',
    user_agent: 'legislog/0 (+us@example.org)',
    key: null,
    requests_per_minute: 6_000_000,
    attempts: 4,
    wait_ms: 900_000,
    silence_ms: 150,
    deadline_ms: 5_000,
    answer_bytes: 1_000_000,
    own_hosts: ['127.0.0.1'],
    clock,
    async pause(ms, signal) {
      signal.throwIfAborted()
      waited_ms.push(ms)
      clock.advance(ms)
    },
    random: () => 0.5,
    log: createLog('test', 'silent'),
    signal: stop.signal,
    ...overrides,
  })
  clients.push(made)
  return made
}

const get = (path: string, expects: Download['expects'] = 'json', overrides: Partial<ClientOptions> = {}) =>
  client(overrides).get(new URL(path, server.url), { url: path, name: 'x', expects }, NONE)

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
    const { body } = await get('/page')
    expect(JSON.parse(body.toString())).toEqual({ results: [{ title: 'one' }, { title: 'two' }] })
    expect(server.count()).toBe(3)
    expect(waited_ms).toHaveLength(2)
  })

  it('is asked ever more slowly, and is left alone in the end', async () => {
    server.fail({ kind: 'status', status: 502, body: 'Bad\n  Gateway' }, /^/, 9)
    await expect(get('/page')).rejects.toMatchObject({
      code: 'upstream_unavailable',
      message: `legiscan: ${server.url}/page answered 502: Bad Gateway (4 attempts)`,
      fault: { source: 'legiscan', url: `${server.url}/page`, status: 502 },
    })
    expect(waited_ms).toEqual([1_000, 2_000, 4_000])
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
    await get('/page')
    const [waited = 0] = waited_ms
    expect(waited).toBeGreaterThanOrEqual(wanted_ms)
    expect(waited).toBeLessThan(wanted_ms + 10_000)
  })

  it('wants to be left alone for longer than a run waits', async () => {
    server.fail({ kind: 'status', status: 429, retry_after: '3600' })
    await expect(get('/page')).rejects.toMatchObject({
      code: 'upstream_limited',
      message: expect.stringContaining('not before 2026-03-02T10:00:00.000Z'),
      fault: { retry_at: new Date('2026-03-02T10:00:00.000Z') },
    })
    expect(server.count()).toBe(1)
  })

  it('limits all requests that are under way, not only the one it refused', async () => {
    server.serve('/page', { body: {} })
    server.fail({ kind: 'status', status: 429, retry_after: '20' })
    const one = client()
    await one.get(new URL('/page', server.url), { url: '', name: 'x', expects: 'json' }, NONE)
    await one.get(new URL('/page', server.url), { url: '', name: 'x', expects: 'json' }, NONE)
    expect(clock.now().toISOString() >= '2026-03-02T09:00:20.000Z').toBe(true)
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
    const refused = await get('/page', 'json', { key: key('query') }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code, fault: { status } })
    expect(String(refused)).not.toContain(KEY)
    expect(String(refused).includes('its key is LEGISCAN_API_KEY')).toBe(code === 'upstream_refused')
    expect(server.count()).toBe(1)
  })

  it('says 403 where others say 429, as GitHub does', async () => {
    server.serve('/page', { status: 403, headers: { 'x-ratelimit-remaining': '0' } }, { body: {} })
    await get('/page')
    expect(server.count()).toBe(2)
  })

  it('is told apart from one that has nothing there', async () => {
    expect((await get('/nothing')).status).toBe(404)
    expect(server.count()).toBe(1)
  })
})

describe('redirects', () => {
  it('are followed', async () => {
    server.serve('/page', { body: { moved: true } })
    server.fail({ kind: 'redirect', to: '/page' }, /old/)
    expect((await get('/old')).body.toString()).toBe('{"moved":true}')
  })

  it.each([
    [{ kind: 'endless-redirects' }, 'redirects more than 5 times'],
    [{ kind: 'redirect-circle' }, 'redirects in a circle'],
    [{ kind: 'redirect', to: 'ftp://example.org/x' }, 'redirects to "ftp://example.org/x"'],
    [{ kind: 'redirect', to: 'file:///etc/passwd' }, 'redirects to "file:///etc/passwd"'],
  ] as const)('end: %o', async (fault, words) => {
    server.fail(fault, /^/, 9)
    await expect(get('/page')).rejects.toMatchObject({
      code: 'upstream_redirects',
      message: expect.stringContaining(words),
    })
    expect(server.count()).toBeLessThan(8)
  })
})

describe('what only this machine can reach', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/x',
    'http://[::ffff:169.254.169.254]/',
    'http://0x7f.2/x',
    'http://localhost/x',
    'http://10.0.0.1/x',
  ])('is not read because a publisher points there: %s', async (to) => {
    server.fail({ kind: 'redirect', to }, /^/, 9)
    await expect(get('/page')).rejects.toMatchObject({
      code: 'upstream_rejected',
      message: expect.stringContaining('no host of the public internet'),
    })
    expect(server.count()).toBe(1)
  })

  it('is read where the settings name it', async () => {
    const by_name = server.url.replace('127.0.0.1', 'localhost')
    server.serve('/page', { body: {} })
    await expect(get(`${by_name}/page`)).rejects.toMatchObject({ code: 'upstream_rejected' })
    expect((await get(`${by_name}/page`, 'json', { own_hosts: ['localhost'] })).status).toBe(200)
  })
})

describe('the key', () => {
  it('is sent with every request to its own address', async () => {
    server.serve('/page', { body: {} })
    await get('/page?op=getBill', 'json', { key: key('query') })
    await get('/page', 'json', { key: key('header') })
    expect(server.seen[0]!.query.get('key')).toBe(KEY)
    expect(server.seen[0]!.query.get('op')).toBe('getBill')
    expect(server.seen[1]!.headers['x-api-key']).toBe(KEY)
  })

  it('is not sent to where a redirect leads', async () => {
    const other = await createFaultyServer()
    other.serve('/page', { body: {} })
    for (const send of ['query', 'header'] as const) {
      server.fail({ kind: 'redirect', to: `${other.url}/page` })
      await get('/page', 'json', { key: key(send) })
    }
    expect(other.count()).toBe(2)
    expect(JSON.stringify(other.seen)).not.toContain('k3y')
    expect(other.seen.every(({ query }) => !query.has('key'))).toBe(true)
  })

  it('is masked in an answer that repeats it, and is right again where that answer is followed', async () => {
    const next = `${server.url}/page?offset=2&key=${KEY}`
    server.serve('/page', { body: { next } })
    const { body } = await get('/page', 'json', { key: key('query') })
    expect(body.toString()).not.toContain(KEY)
    expect(body.length).toBe(JSON.stringify({ next }).length)
    const { next: followed } = JSON.parse(body.toString()) as { next: string }
    await get(followed, 'json', { key: key('query') })
    expect(server.seen[1]!.query.get('key')).toBe(KEY)
    expect(server.seen[1]!.query.get('offset')).toBe('2')
  })
})

describe('manners', () => {
  it('is masked however it is spelled', async () => {
    const spelled = [KEY, encodeURIComponent(KEY), KEY.replaceAll('/', '\\/')]
    server.serve('/page', { body: Buffer.from(`<a>${spelled.join(' ')}</a>`) })
    const { body } = await get('/page', 'xml', { key: key('query') })
    expect(body.toString()).toMatch(/^<a>\*+ \*+ \*+<\/a>$/)
  })

  it('says who asks', async () => {
    server.serve('/page', { body: {} })
    await get('/page')
    expect(server.seen[0]!.headers['user-agent']).toBe('legislog/0 (+us@example.org)')
  })

  it('asks no more often than is allowed', async () => {
    server.serve('/page', { body: {} })
    const paced = client({ requests_per_minute: 30 })
    const times: number[] = []
    for (let time = 0; time < 10; time++) {
      await paced.get(new URL('/page', server.url), { url: '', name: 'x', expects: 'json' }, NONE)
      times.push(clock.now().getTime() - Date.parse('2026-03-02T09:00:00.000Z'))
    }
    expect(times).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18].map((seconds) => seconds * 1_000))
  })

  it('asks whether something changed', async () => {
    server.serve('/page', { body: {}, etag: true })
    server.serve('/dated', { body: {}, last_modified: 'Mon, 02 Mar 2026 08:00:00 GMT' })
    const one = client()
    const ask = (
      path: string,
      validators: typeof NONE | { etag: string | null; last_modified: string | null },
    ) => one.get(new URL(path, server.url), { url: '', name: 'x', expects: 'json' }, validators)
    const { headers } = await ask('/page', NONE)
    expect((await ask('/page', { etag: headers.etag!, last_modified: null })).status).toBe(304)
    expect((await ask('/page', { etag: '"old"', last_modified: null })).status).toBe(200)
    const last_modified = 'Mon, 02 Mar 2026 08:00:00 GMT'
    expect((await ask('/dated', { etag: null, last_modified })).status).toBe(304)
  })

  it('stops when it is told to', async () => {
    server.fail({ kind: 'never-answers' })
    const asked = get('/page', 'json', { silence_ms: 60_000 })
    await expect.poll(() => server.count()).toBe(1)
    stop.abort(new Error('stopped'))
    await expect(asked).rejects.toThrow('stopped')
  })

  it('stops while it waits', async () => {
    server.fail({ kind: 'status', status: 500 })
    const asked = get('/page', 'json', {
      pause: (_ms, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    })
    await expect.poll(() => server.count()).toBe(1)
    stop.abort(new Error('stopped'))
    await expect(asked).rejects.toThrow('stopped')
  })
})

describe('an answer', () => {
  it('that is too large is given up at once', async () => {
    server.serve('/page', { body: 'x'.repeat(2_000) })
    await expect(get('/page', 'text', { answer_bytes: 1_000 })).rejects.toMatchObject({
      code: 'upstream_too_large',
    })
    const bomb = gzipSync(Buffer.alloc(1_000_000))
    server.serve('/bomb', { body: bomb, headers: { 'content-encoding': 'gzip' } })
    await expect(get('/bomb', 'text', { answer_bytes: 100_000 })).rejects.toMatchObject({
      code: 'upstream_too_large',
    })
    expect(server.count()).toBe(2)
  })

  it('takes no longer than its deadline', async () => {
    server.fail({ kind: 'never-answers' }, /^/, 9)
    await expect(
      get('/page', 'json', { silence_ms: 60_000, deadline_ms: 60, attempts: 1 }),
    ).rejects.toMatchObject({
      code: 'upstream_unavailable',
      message: expect.stringContaining('took longer than 60 ms'),
    })
  })

  it('is unpacked, and is what it is whatever its type says', async () => {
    server.serve('/page', { body: gzipSync('{"a": 1}'), headers: { 'content-encoding': 'gzip' } })
    server.fail({ kind: 'content-type', type: 'text/html' })
    expect((await get('/page')).body.toString()).toBe('{"a": 1}')
  })

  it('of 200 may be an error that only its source understands', async () => {
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
      client({ key: key('query') }).get(new URL('/page', server.url), download, NONE),
    ).rejects.toMatchObject({
      code: 'upstream_refused',
      message: expect.stringContaining('LEGISCAN_API_KEY'),
    })
    expect(server.count()).toBe(1)
  })
})
