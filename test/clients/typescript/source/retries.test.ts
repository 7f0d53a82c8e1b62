import { expect, it } from 'vitest'
import { createRetryingFetch, RETRY_DEFAULTS } from '../../../../clients/typescript/source/retries.ts'

type Play = { readonly status: number; readonly headers?: Record<string, string> } | 'cut'

/** Plays answers one after another, and records the requests and waits. */
function playing(plays: readonly Play[]) {
  const seen: Request[] = []
  const waits: number[] = []
  const ask = createRetryingFetch({
    ...RETRY_DEFAULTS,
    fetch: async (request) => {
      const play = plays[seen.length] ?? { status: 200 }
      seen.push(request as Request)
      if (play === 'cut') throw new TypeError('fetch failed')
      return new Response('{}', { status: play.status, headers: play.headers ?? {} })
    },
    wait: async (ms) => {
      waits.push(ms)
    },
  })
  return { ask, seen, waits }
}

const get = () => new Request('http://127.0.0.1:1/v1/bills')
const post = () => new Request('http://127.0.0.1:1/v1/follows', { method: 'POST', body: '{"bill_id":1}' })

it('a request is repeated after 429, 503, a server error and a cut connection', async () => {
  const { ask, seen, waits } = playing([
    { status: 429, headers: { 'retry-after': '7' } },
    { status: 500 },
    'cut',
  ])
  expect((await ask(get())).status).toBe(200)
  expect(seen).toHaveLength(4)
  expect(waits[0]).toBeGreaterThanOrEqual(7_000)
  expect(waits[0]).toBeLessThan(7_600)
})

it('the wait of Retry-After may be a date', async () => {
  const at = new Date(Date.now() + 30_000).toUTCString()
  const { ask, waits } = playing([{ status: 503, headers: { 'retry-after': at } }])
  await ask(get())
  expect(waits[0]).toBeGreaterThan(28_000)
  expect(waits[0]).toBeLessThan(31_000)
})

it('a wait that is too long, and a refusal, are given to the caller at once', async () => {
  for (const play of [
    { status: 429, headers: { 'retry-after': '86400' } },
    { status: 404 },
    { status: 409 },
  ]) {
    const { ask, seen } = playing([play])
    expect((await ask(get())).status).toBe(play.status)
    expect(seen).toHaveLength(1)
  }
})

it('a POST whose key is in use is repeated when the service says so', async () => {
  const { ask, seen } = playing([{ status: 409, headers: { 'retry-after': '1' } }])
  expect((await ask(post())).status).toBe(200)
  expect(seen).toHaveLength(2)
})

it('every attempt of a POST has the same body and the same key', async () => {
  const { ask, seen } = playing(['cut', { status: 503 }])
  await ask(post())
  const keys = new Set(seen.map(({ headers }) => headers.get('idempotency-key')))
  expect(keys.size).toBe(1)
  expect([...keys][0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(await Promise.all(seen.map((request) => request.text()))).toEqual(Array(3).fill('{"bill_id":1}'))
  const own = playing([])
  const request = post()
  request.headers.set('idempotency-key', 'mine')
  await own.ask(request)
  expect(own.seen[0]!.headers.get('idempotency-key')).toBe('mine')
})

it('after the last attempt the caller gets the answer, or the error', async () => {
  const failing = playing(Array<Play>(9).fill({ status: 503 }))
  expect((await failing.ask(get())).status).toBe(503)
  expect(failing.seen).toHaveLength(6)
  const cut = playing(Array<Play>(9).fill('cut'))
  await expect(cut.ask(get())).rejects.toThrow('fetch failed')
  expect(cut.seen).toHaveLength(6)
})

it('a request that its caller ended is not repeated', async () => {
  const { ask, seen } = playing(['cut'])
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(ask(new Request(get(), { signal }))).rejects.toThrow()
  expect(seen.length).toBeLessThanOrEqual(1)
})
