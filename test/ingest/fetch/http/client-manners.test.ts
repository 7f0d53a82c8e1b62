import { beforeEach, describe, expect, it } from 'vitest'
import { createFaultyServer } from '../../../support/fakes/faulty-server.ts'
import {
  createFetchClientWorld,
  type FetchClientWorld,
  NOTHING_KNOWN,
} from '../../../support/ingest/fetch-client.ts'

const server = await createFaultyServer()
let asking: FetchClientWorld

beforeEach(() => {
  server.clear()
  asking = createFetchClientWorld(server)
})

describe('the fetch client', () => {
  it('sends its name and the contact as the user agent', async () => {
    server.serve('/page', { body: {} })
    await asking.get('/page')
    expect(server.seen[0]!.headers['user-agent']).toBe('legislog/0 (+us@example.org)')
  })

  it('sends no more requests a minute than are allowed', async () => {
    server.serve('/page', { body: {} })
    const paced = asking.client({ requests_per_minute: 30 })
    const times: number[] = []
    for (let time = 0; time < 10; time++) {
      await paced.get(new URL('/page', server.url), { url: '', name: 'x', expects: 'json' }, NOTHING_KNOWN)
      times.push(asking.clock.now().getTime() - Date.parse('2026-03-02T09:00:00.000Z'))
    }
    expect(times).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18].map((seconds) => seconds * 1_000))
  })

  it('sends conditional requests, so that an unchanged page returns 304', async () => {
    server.serve('/page', { body: {}, etag: true })
    server.serve('/dated', { body: {}, last_modified: 'Mon, 02 Mar 2026 08:00:00 GMT' })
    const one = asking.client()
    const ask = (
      path: string,
      validators: typeof NOTHING_KNOWN | { etag: string | null; last_modified: string | null },
    ) => one.get(new URL(path, server.url), { url: '', name: 'x', expects: 'json' }, validators)
    const { headers } = await ask('/page', NOTHING_KNOWN)
    expect((await ask('/page', { etag: headers.etag!, last_modified: null })).status).toBe(304)
    expect((await ask('/page', { etag: '"old"', last_modified: null })).status).toBe(200)
    const last_modified = 'Mon, 02 Mar 2026 08:00:00 GMT'
    expect((await ask('/dated', { etag: null, last_modified })).status).toBe(304)
  })

  it('aborts a running request when the run stops', async () => {
    server.fail({ kind: 'never-answers' })
    const asked = asking.get('/page', 'json', { silence_ms: 60_000 })
    await expect.poll(() => server.count()).toBe(1)
    asking.stop.abort(new Error('stopped'))
    await expect(asked).rejects.toThrow('stopped')
  })

  it('stops waiting for a retry when the run stops', async () => {
    server.fail({ kind: 'status', status: 500 })
    const asked = asking.get('/page', 'json', {
      pause: (_ms, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    })
    await expect.poll(() => server.count()).toBe(1)
    asking.stop.abort(new Error('stopped'))
    await expect(asked).rejects.toThrow('stopped')
  })
})
