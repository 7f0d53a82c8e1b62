import { describe, expect, it } from 'vitest'
import { createTwoTenants, type Tenant } from '../../support/service/tenant.ts'
import type { ApiRoute } from '../../support/service/whole-api.ts'

const { whole, theirs, mine, call } = await createTwoTenants()

/** True if the route returns data of one account. */
const isOwned = ({ url, scope, method }: ApiRoute): boolean =>
  scope !== null &&
  method !== 'HEAD' &&
  url.startsWith('/v1/') &&
  (scope !== 'read' || url.startsWith('/v1/analytics/'))

/** Bodies that a POST or PATCH accepts from the owner of the ids. */
const bodies: Readonly<Record<string, object>> = {
  'POST /v1/webhook_endpoints/:id/replay': { since: new Date(Date.now() - 3_600_000).toISOString() },
  'PATCH /v1/webhook_endpoints/:id': { description: 'taken' },
  'PATCH /v1/bill_sheets/:id': { name: 'taken' },
  'POST /v1/bill_sheets/:id/import': { text: 'HB 1' },
  'POST /v1/bill_sheets/:id/items': { items: [{ bill_id: 1 }] },
  'PATCH /v1/bill_sheets/:id/items/:item_id': { note: 'taken' },
  'POST /v1/scorecards': {
    ...{ title: 'taken', organization: { name: 'x' }, jurisdiction: 'wa', sessions: ['1'] },
    items: [{ bill_identifier: 'HB 1', position: 'yes', title: 'x' }],
  },
  'PATCH /v1/scorecards/:id': { title: 'taken' },
  'PATCH /v1/users/:id': { role: 'viewer' },
  'PATCH /v1/widgets/:id': { name: 'taken' },
  'PATCH /v1/alert_subscriptions/:id': { name: 'taken' },
  'PATCH /v1/stakeholder-pages/:slug': { title: 'taken' },
  'POST /v1/stakeholder-pages/:id/logo': { data: 'eA==', description: 'taken' },
}

/** The address with the ids of an account. It throws if the owner of a parameter is unknown. */
function addressFor(url: string, ids: Tenant['ids']): string {
  return url.replace(/([\w-]+)\/(:\w+)/g, (_, place: string, name: string) => {
    const id = ids[`${place}/${name}`]
    if (id === undefined)
      throw new Error(`${url}: who owns ${place}/${name}? Say so in test/support/service/tenant.ts`)
    return `${place}/${id}`
  })
}

async function stateOf(name: string): Promise<unknown> {
  const { rows } = await whole.test.database.query(
    `WITH a AS (SELECT * FROM account.account WHERE name = $1),
       e AS (SELECT e.* FROM webhook.endpoint e JOIN a ON a.id = e.account_id)
     SELECT (SELECT json_agg(a) FROM a) AS account,
       (SELECT json_agg(e ORDER BY e.id) FROM e) AS endpoints,
       (SELECT json_agg(d ORDER BY d.key) FROM webhook.delivery d JOIN e ON e.id = d.endpoint_id) AS deliveries,
       (SELECT json_agg(r ORDER BY r.id) FROM webhook.replay r JOIN e ON e.id = r.endpoint_id) AS replays,
       (SELECT json_agg(s ORDER BY s.id) FROM account.bill_sheet s JOIN a ON a.id = s.account_id) AS sheets,
       (SELECT json_agg(i ORDER BY i.id) FROM account.bill_sheet_item i
        JOIN account.bill_sheet s ON s.id = i.sheet_id JOIN a ON a.id = s.account_id) AS items,
       (SELECT json_agg(p ORDER BY p.id) FROM account.stakeholder_page p JOIN a ON a.id = p.account_id) AS pages,
       (SELECT json_agg(g ORDER BY g.slug) FROM account.page_slug g JOIN a ON a.id = g.account_id) AS slugs,
       (SELECT json_agg(f ORDER BY f.bill_id) FROM webhook.follow f JOIN a ON a.id = f.account_id) AS follows,
       (SELECT json_agg(w ORDER BY w.id) FROM account.widget w JOIN a ON a.id = w.account_id) AS widgets,
       (SELECT json_agg(c ORDER BY c.id) FROM account.scorecard c JOIN a ON a.id = c.account_id) AS scorecards,
       (SELECT json_agg(s ORDER BY s.id) FROM alerts.subscription s JOIN a ON a.id = s.account_id) AS alerts,
       (SELECT json_agg(u ORDER BY u.id) FROM account.user u JOIN a ON a.id = u.account_id) AS users,
       (SELECT json_agg(i ORDER BY i.id) FROM account.invitation i JOIN a ON a.id = i.account_id) AS invitations,
       (SELECT json_agg(l ORDER BY l.id) FROM account.lead l JOIN a ON a.id = l.account_id) AS leads,
       (SELECT json_agg(json_build_array(t.id, t.revoked_at, t.expires_at, t.replaced_by) ORDER BY t.id)
        FROM account.token t JOIN a ON a.id = t.account_id) AS tokens`,
    [name],
  )
  return rows[0]
}

/** The answers that change with time, because they report how fresh the data is. */
const changesWithTime = new Set(['/v1/coverage', '/api/v1/coverage'])

const ownedWith = (hasIds: boolean) =>
  whole.routes.filter((route) => isOwned(route) && route.url.includes(':') === hasIds)

describe('another account', () => {
  it('gets the same 404 as for an unknown id, and changes nothing, by any route', async () => {
    const before = await stateOf(theirs.name)
    const tried: string[] = []
    for (const { method, url } of ownedWith(true)) {
      const named = `${method} ${url}`
      const answer = await call(method, addressFor(url, theirs.ids), mine.token, bodies[named])
      expect(answer.statusCode, `${named}: ${answer.body}`).toBe(404)
      const nobodys = Object.fromEntries(
        Object.keys(theirs.ids).map((place) => [
          place,
          place.endsWith(':key') ? `dlv_${'0'.repeat(32)}` : '987654321',
        ]),
      )
      const missing = await call(method, addressFor(url, nobodys), mine.token, bodies[named])
      const { code, title, status } = missing.json()
      expect(answer.json(), named).toMatchObject({ code, title, status })
      tried.push(named)
    }
    expect(tried).toEqual(
      expect.arrayContaining([
        'DELETE /v1/tokens/:id',
        'POST /v1/tokens/:id/rotate',
        'GET /v1/webhook_endpoints/:id/secret',
        'POST /v1/webhook_deliveries/:key/resend',
        'DELETE /v1/follows/:id',
        'DELETE /v1/bill_sheets/:id/items/:item_id',
        'POST /v1/widgets/:id/rotate',
        'DELETE /v1/leads/:id',
        'DELETE /v1/users/:id',
        'DELETE /v1/invitations/:id',
        'POST /v1/stakeholder-pages/:id/publish',
      ]),
    )
    expect(await stateOf(theirs.name)).toEqual(before)
  })

  it('is the only one refused: the owner gets 200 from the same addresses', async () => {
    for (const { method, url } of ownedWith(true).filter(({ method }) => method === 'GET')) {
      const answer = await call(method, addressFor(url, theirs.ids), theirs.token)
      expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200)
    }
  })

  it('finds no rows of the owner in any list, with any filter or cursor', async () => {
    for (const { method, url } of ownedWith(false).filter(({ method }) => method === 'GET')) {
      const own = await call(method, url, mine.token)
      const pages = [own]
      const theirPage = await call(method, `${url}?limit=1`, theirs.token)
      if (theirPage.statusCode === 200) {
        const { next_cursor } = theirPage.json()
        const cursor = next_cursor ?? 'eyJub25lIjoxfQ'
        for (const query of [`limit=1&cursor=${cursor}`, 'updated_since=2026-01-01', 'limit=200']) {
          pages.push(await call(method, `${url}?${query}`, mine.token))
        }
      }
      for (const page of pages) {
        for (const mark of theirs.marks) expect(page.body, `${method} ${url}`).not.toContain(mark)
      }
    }
  })

  it('shares no idempotency keys with the owner', async () => {
    const make = (token: string) =>
      whole.api.get('/v1/tokens', {
        method: 'POST',
        payload: { scopes: ['read'] },
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': `${theirs.name}-POST-tokens` },
      })
    const answer = await make(mine.token)
    expect(answer.statusCode).toBe(201)
    expect(answer.headers['idempotency-replayed']).toBeUndefined()
    expect(answer.json().account).toBe(mine.name)
    expect((await make(theirs.token)).headers['idempotency-replayed']).toBe('true')
  })

  it('reads the same legislative data from every shared path', async () => {
    for (const { method, url, scope } of whole.routes) {
      if (method !== 'GET' || scope !== 'read' || url.includes(':') || url.includes('/analytics/')) continue
      const [here, there] = [await call('GET', url, mine.token), await call('GET', url, theirs.token)]
      expect(here.statusCode, url).toBe(there.statusCode)
      if (!changesWithTime.has(url)) expect(here.headers.etag, url).toBe(there.headers.etag)
      for (const mark of [...theirs.marks, ...mine.marks]) expect(here.body, url).not.toContain(mark)
    }
  })
})

it('no table contains a secret of an account in plain text, not even in stored answers', async () => {
  const { rows: tables } = await whole.test.database.query<{ name: string }>(
    `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('account', 'webhook', 'alerts') AND table_type = 'BASE TABLE'`,
  )
  expect(tables.length).toBeGreaterThan(10)
  for (const { name } of tables) {
    const { rows } = await whole.test.database.query<{ text: string }>(
      `SELECT coalesce(string_agg(t::text, ' '), '') AS text FROM ${name} t`,
    )
    for (const secret of [...theirs.secrets, ...mine.secrets])
      expect(rows[0]!.text, name).not.toContain(secret)
  }
})
