import { beforeAll, describe, expect, it } from 'vitest'
import { requireOwnOrigin } from '../../../api/own-origin.ts'
import { readSettings } from '../../../runtime/settings/settings.ts'
import { type ApiRoute, createWholeApi, type WholeApi } from '../../support/service/whole-api.ts'

const PUBLIC = 'pages.example.org'
const API = 'api.example.org'

let whole: WholeApi

beforeAll(async () => {
  whole = await createWholeApi({ public_origin: `https://${PUBLIC}`, trusted_proxies: ['127.0.0.1'] })
})

const ask = ({ method, url }: Pick<ApiRoute, 'method' | 'url'>, host: string) =>
  whole.api.app.inject({
    method: method as 'GET',
    url: url.replace(/:\w+/g, '1'),
    headers: { host, authorization: `Bearer ${whole.api.token}` },
  })

/** True if the answer says that the path is not at this host. */
const isElsewhere = ({ statusCode, body }: { statusCode: number; body: string }) =>
  statusCode === 404 && /serves pages and widgets only|are at https:\/\/pages\.example\.org only/.test(body)

describe('with PUBLIC_ORIGIN', () => {
  it('every route answers at one of the two hosts, and is a 404 at the other', async () => {
    const forVisitors: string[] = []
    for (const route of whole.routes.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')) {
      const named = `${route.method} ${route.url}`
      if (route.for_visitors) forVisitors.push(named)
      expect(isElsewhere(await ask(route, route.for_visitors ? API : PUBLIC)), named).toBe(true)
      expect(isElsewhere(await ask(route, route.for_visitors ? PUBLIC : API)), named).toBe(false)
    }
    expect(forVisitors).toEqual(
      expect.arrayContaining([
        'GET /pages/:slug',
        'GET /pages/:slug/bills.csv',
        'GET /pages/:slug/logo.png',
        'GET /page-previews/:token',
        'GET /widget.js',
        'GET /embed/:type/:token',
        'POST /embed/:type/:token',
        'POST /embed/:type/:token/leads',
        'GET /leads/confirm/:token',
        'POST /leads/confirm/:token',
        'POST /leads/stop/:token',
      ]),
    )
    // An account publishes there; nobody types a token of an account there.
    expect(forVisitors.filter((named) => / \/(?:docs|lookup|console|metrics)\b/.test(named))).toEqual([])
  }, 60_000)

  it.each([PUBLIC, `${PUBLIC}:443`, 'PAGES.Example.org', `${PUBLIC}.`])(
    '%s is the public host',
    async (host) => {
      expect((await ask({ method: 'GET', url: '/widget.js' }, host)).statusCode).toBe(200)
      const refused = await ask({ method: 'GET', url: '/v1/bills' }, host)
      expect(refused.json()).toMatchObject({ status: 404, code: 'route_not_found' })
    },
  )

  it.each([`${PUBLIC}:8443`, `x.${PUBLIC}`, `${PUBLIC}.evil.example`, '127.0.0.1:8080'])(
    '%s is another host',
    async (host) => {
      expect((await ask({ method: 'GET', url: '/widget.js' }, host)).statusCode).toBe(404)
      expect((await ask({ method: 'GET', url: '/v1/bills' }, host)).statusCode).toBe(200)
    },
  )

  it('a caller cannot choose the host with X-Forwarded-Host', async () => {
    const forwarded = (host: string, other: string) =>
      whole.api.app.inject({
        url: '/v1/bills',
        headers: { host, 'x-forwarded-host': other, authorization: `Bearer ${whole.api.token}` },
      })
    expect((await forwarded(PUBLIC, API)).statusCode).toBe(404)
    expect((await forwarded(API, PUBLIC)).statusCode).toBe(200)
  })

  it('tells a person at the wrong host where the page is', async () => {
    const answer = await ask({ method: 'GET', url: '/pages/our-bills' }, API)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('Pages and widgets are at https://pages.example.org only.')
  })

  it('metrics, documentation and unknown paths are not at the public host', async () => {
    for (const url of ['/metrics', '/docs', '/v1/openapi.json', '/lookup', '/', '/nothing'])
      expect((await ask({ method: 'GET', url }, PUBLIC)).statusCode, url).toBe(404)
  })

  it('a widget and a confirmation at the public host call the API inside of the process', async () => {
    const token = await whole.api.issue({ account: 'alpha', scopes: ['sheets', 'leads'] })
    const made = await whole.api.app.inject({
      method: 'POST',
      url: '/v1/widgets',
      headers: { host: API, authorization: `Bearer ${token}` },
      payload: {
        type: 'bill-grid',
        name: 'Ours',
        origins: ['https://www.alpha.example'],
        shows: { search: { jurisdiction: 'wa' } },
      },
    })
    const widget = made.json()
    expect(widget.snippet).toContain(`https://${PUBLIC}/widget.js`)
    const frame = await ask({ method: 'GET', url: `/embed/bill-grid/${widget.token}` }, PUBLIC)
    expect(frame.statusCode).toBe(200)
    expect(frame.body).toContain('<h1>Ours</h1>')
    const confirmed = await ask({ method: 'POST', url: '/leads/confirm/unknown' }, PUBLIC)
    expect(confirmed.body).not.toContain('serves pages')
  })
})

describe('an API that others can reach', () => {
  const settings = (given: Record<string, string>) => readSettings(given)

  it('does not start without an origin for pages, and says what to set', () => {
    expect(() => requireOwnOrigin(settings({ HOST: '0.0.0.0' }))).toThrow(
      /^PUBLIC_ORIGIN is empty, and HOST is 0\.0\.0\.0, which others can reach: set PUBLIC_ORIGIN/,
    )
    expect(() => requireOwnOrigin(settings({ HOST: '::' }))).toThrow(/HOST is ::/)
  })

  it('does not start with its own address as the origin of pages, or with a path', () => {
    const own = { HOST: '127.0.0.1', PORT: '8080' }
    expect(() => requireOwnOrigin(settings({ ...own, PUBLIC_ORIGIN: 'http://127.0.0.1:8080' }))).toThrow(
      /the address of the API/,
    )
    expect(() => requireOwnOrigin(settings({ PUBLIC_ORIGIN: 'https://example.org/pages' }))).toThrow(
      /must be an origin without a path/,
    )
  })

  it.each([
    { HOST: '127.0.0.1' },
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://pages.example.org' },
    { HOST: '127.0.0.1', PORT: '8080', PUBLIC_ORIGIN: 'http://localhost:8080' },
  ])('starts with %j', (given) => {
    expect(() => requireOwnOrigin(settings(given))).not.toThrow()
  })
})
