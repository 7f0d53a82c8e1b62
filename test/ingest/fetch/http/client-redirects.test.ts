import { beforeEach, describe, expect, it } from 'vitest'
import { createFaultyServer } from '../../../support/fakes/faulty-server.ts'
import { createFetchClientWorld, type FetchClientWorld } from '../../../support/ingest/fetch-client.ts'

const server = await createFaultyServer()
let asking: FetchClientWorld

beforeEach(() => {
  server.clear()
  asking = createFetchClientWorld(server)
})

describe('a redirect', () => {
  it('is followed', async () => {
    server.serve('/page', { body: { moved: true } })
    server.fail({ kind: 'redirect', to: '/page' }, /old/)
    expect((await asking.get('/old')).body.toString()).toBe('{"moved":true}')
  })

  it.each([
    [{ kind: 'endless-redirects' }, 'redirects more than 5 times'],
    [{ kind: 'redirect-circle' }, 'redirects in a circle'],
    [{ kind: 'redirect', to: 'ftp://example.org/x' }, 'redirects to "ftp://example.org/x"'],
    [{ kind: 'redirect', to: 'file:///etc/passwd' }, 'redirects to "file:///etc/passwd"'],
  ] as const)('is refused if it loops or leaves HTTP: %o', async (fault, words) => {
    server.fail(fault, /^/, 9)
    await expect(asking.get('/page')).rejects.toMatchObject({
      code: 'upstream_redirects',
      message: expect.stringContaining(words),
    })
    expect(server.count()).toBeLessThan(8)
  })
})

describe('an address on a private or local network', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/x',
    'http://[::ffff:169.254.169.254]/',
    'http://0x7f.2/x',
    'http://localhost/x',
    'http://10.0.0.1/x',
  ])('is not requested if a publisher redirects to it: %s', async (to) => {
    server.fail({ kind: 'redirect', to }, /^/, 9)
    await expect(asking.get('/page')).rejects.toMatchObject({
      code: 'upstream_rejected',
      message: expect.stringContaining('no host of the public internet'),
    })
    expect(server.count()).toBe(1)
  })

  it('is requested if a setting allows its host', async () => {
    const by_name = server.url.replace('127.0.0.1', 'localhost')
    server.serve('/page', { body: {} })
    await expect(asking.get(`${by_name}/page`)).rejects.toMatchObject({ code: 'upstream_rejected' })
    expect((await asking.get(`${by_name}/page`, 'json', { own_hosts: ['localhost'] })).status).toBe(200)
  })
})
