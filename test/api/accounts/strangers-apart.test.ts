import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { EventBuilder } from '../../support/builders/event-builder.ts'
import { createTenant, type Tenant } from '../../support/service/tenant.ts'
import { type ApiRoute, createWholeApi, type WholeApi } from '../../support/service/whole-api.ts'

/** Well formed, and of nobody. */
const GUESSED_WIDGET = `bill/wgt_${'0'.repeat(36)}`
const FORM = 'application/x-www-form-urlencoded'

let whole: WholeApi
let owner: Tenant
let revoked: Tenant

beforeAll(async () => {
  whole = await createWholeApi()
  const story = new EventBuilder()
  const [first, second] = [story.bill(), story.bill()]
  await whole.projected.apply(story.take())
  owner = await createTenant(whole, 'alpha-corporation', first.id)
  revoked = await createTenant(whole, 'omega-union', second.id)
  await whole.api.get(`/v1/widgets/${revoked.ids['widgets/:id']}/revoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${revoked.token}` },
  })
})

/**
 * Open routes of which somebody must know a part of the address. Links of mails open a page that says nothing. The console
 * asks for a sign-in before it looks at an address (`console-routes.test.ts`).
 */
const guarded = (): ApiRoute[] =>
  whole.routes.filter(
    ({ method, url, scope }) =>
      scope === null &&
      url.includes(':') &&
      !url.startsWith('/api/v1') &&
      !url.startsWith('/console/') &&
      !['HEAD', 'OPTIONS'].includes(method) &&
      !(method === 'GET' && /^\/(?:leads|alerts)\//.test(url)),
  )

const ask = (
  { method, url }: ApiRoute,
  known: { readonly widget: string; readonly slug: string },
  origin?: string,
): Promise<LightMyRequestResponse> => {
  const isForm = /^\/(?:embed|leads|alerts)\//.test(url)
  const fields = url.endsWith('/leads')
    ? { email: 'eve@example.org', consent: true, form: '1.x' }
    : { address: '1 Capitol Way' }
  return whole.api.app.inject({
    method: method as 'GET',
    url: url
      .replace(':type/:token', known.widget)
      .replace(':slug', known.slug)
      .replace(':format', 'json')
      .replace(/:\w+/, 'guessed'),
    headers: {
      ...(origin === undefined ? {} : { origin }),
      ...(method === 'POST' ? { 'content-type': isForm ? FORM : 'application/json' } : {}),
    },
    ...(method === 'POST' ? { payload: isForm ? 'address=1+Capitol+Way' : JSON.stringify(fields) } : {}),
  })
}

async function everything(): Promise<unknown> {
  const tables = [
    'widget',
    'widget_day',
    'lead',
    'lead_count',
    'mail',
    'stakeholder_page',
    'page_slug',
    'lookup_reservation',
  ]
  const parts = tables.map(
    (table) => `(SELECT json_agg(t ORDER BY t::text) FROM account.${table} t) AS "${table}"`,
  )
  return (await whole.test.database.query(`SELECT ${parts.join(', ')}`)).rows[0]
}

describe('somebody without a token of an account', () => {
  it('gets the same 404 for a guessed, a revoked and a hidden address, and changes nothing', async () => {
    const before = await everything()
    const tried: string[] = []
    for (const route of guarded()) {
      const named = `${route.method} ${route.url}`
      const guessed = await ask(route, { widget: GUESSED_WIDGET, slug: 'nobodys-bills' })
      const known = await ask(route, { widget: revoked.widget, slug: owner.draft })
      expect([guessed.statusCode, known.statusCode], `${named}: ${known.body}`).toEqual([404, 404])
      expect(known.body, named).not.toContain('corporation')
      expect(known.headers['content-type'], named).toBe(guessed.headers['content-type'])
      if (route.url.startsWith('/v1')) expect(known.json().detail, named).toBe(guessed.json().detail)
      else expect(known.body, named).toBe(guessed.body)
      tried.push(named)
    }
    expect(tried).toEqual(
      expect.arrayContaining([
        'GET /pages/:slug',
        'GET /pages/:slug/bills.csv',
        'GET /page-previews/:token',
        'GET /embed/:type/:token',
        'POST /embed/:type/:token/leads',
        'GET /v1/widgets/:type/:token',
        'POST /v1/widgets/:type/:token',
        'POST /v1/widgets/:type/:token/leads',
        'POST /leads/confirm/:token',
      ]),
    )
    expect(await everything()).toEqual(before)
  })

  it('gets nothing at a foreign site, whatever the token, and changes nothing', async () => {
    const before = await everything()
    for (const route of guarded().filter(({ url }) => url.includes(':type/:token'))) {
      const named = `${route.method} ${route.url}`
      const answer = await ask(route, { widget: owner.widget, slug: '' }, 'https://evil.example')
      if (route.method === 'GET' && route.url.startsWith('/embed')) {
        // A browser shows the frame on the sites of the widget only.
        expect(answer.headers['content-security-policy'], named).toMatch(
          /frame-ancestors https:\/\/alpha-corporation\.example$/,
        )
        expect(answer.headers['access-control-allow-origin'], named).not.toBe('https://evil.example')
        continue
      }
      // The widget is no form for addresses.
      const isLookup = named === 'POST /v1/widgets/:type/:token'
      expect(answer.statusCode, `${named}: ${answer.body}`).toBe(isLookup ? 404 : 403)
      expect(answer.body, named).not.toContain('corporation')
    }
    expect(await everything()).toEqual(before)
  })
})
