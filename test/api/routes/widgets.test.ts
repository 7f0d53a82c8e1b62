import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltBill } from '../../support/builders/event-builder.ts'
import { createWidgetWorld, SITE, type WidgetWorld } from '../../support/widgets/widget-world.ts'

let world: WidgetWorld
let bill: BuiltBill

beforeAll(async () => {
  world = await createWidgetWorld()
  bill = world.story.bill()
  await world.projected.apply(world.story.take())
})

const request = (more: object = {}) => ({
  type: 'bill',
  name: 'One bill',
  origins: [SITE],
  shows: { bill_ids: [bill.id] },
  ...more,
})

describe('POST /v1/widgets', () => {
  it('creates a widget with defaults, and shows its token once', async () => {
    const answer = await world.call('POST', '/v1/widgets', request())
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.headers['cache-control']).toBe('no-store')
    const { token, snippet, ...widget } = answer.json()
    expect(token).toMatch(/^wgt_[0-9A-Za-z]{36}$/)
    expect(snippet).toContain(`data-legislog-widget="bill/${token}"`)
    expect(widget).toMatchObject({
      type: 'bill',
      columns: ['identifier', 'title', 'status', 'latest_action'],
      limit: 25,
      theme: { accent: '#0a58ca', background: '#ffffff', text: '#1b1f24' },
      lookups: null,
      leads: null,
      revoked_at: null,
      shown: `wgt_…${token.slice(-4)}`,
    })
    expect(answer.headers.location).toBe(`/v1/widgets/${widget.id}`)
    const found = await world.call('GET', `/v1/widgets/${widget.id}`)
    expect(found.json()).toEqual(widget)
    const listed = (await world.call('GET', '/v1/widgets?type=bill')).json().data
    expect(listed).toContainEqual(widget)
    const { rows } = await world.test.database.query<{ text: string }>(
      "SELECT string_agg(w::text, ' ') AS text FROM account.widget w",
    )
    expect(rows[0]!.text).not.toContain(token)
  })

  it('gives find-your-rep a low daily cap and no bought lookups', async () => {
    const answer = await world.call('POST', '/v1/widgets', {
      type: 'find-your-rep',
      name: 'Find',
      origins: [SITE],
    })
    expect(answer.json().lookups).toEqual({ daily_cap: 50, use_credits: false })
  })

  it.each([
    [
      'a type that does not exist yet',
      { type: 'poll' },
      /type is "poll"; it must be one of bill-grid, bill, scorecard, find-your-rep, legislator, activity/,
    ],
    ['no origin', { origins: [] }, /origins .* must not be empty/],
    [
      'an origin with a path',
      { origins: ['https://a.example/x'] },
      /origins\[0\] is "https:\/\/a\.example\/x"/,
    ],
    ['an origin without TLS', { origins: ['http://a.example'] }, /origins\[0\]/],
    [
      'an origin that would change the policy',
      { origins: ['https://a.example;script-src *'] },
      /origins\[0\]/,
    ],
    ['every origin', { origins: ['*'] }, /origins\[0\]/],
    ['a color that is none', { theme: { accent: 'red;}' } }, /theme\.accent/],
    ['a short color', { theme: { accent: '#fff' } }, /theme\.accent/],
    ['nothing to show', { shows: {} }, /shows has nothing; a widget of the type bill shows bill_ids/],
    ['too much to show', { shows: { bill_ids: [1], search: { q: 'x' } } }, /shows has bill_ids, search/],
    [
      'a bill that does not exist',
      { shows: { bill_ids: [987_654] } },
      /shows\.bill_ids\[0\] is 987654, which is no bill/,
    ],
    [
      'a place that does not exist',
      { type: 'bill-grid', shows: { search: { jurisdiction: 'atlantis' } } },
      /shows\.search\.jurisdiction is "atlantis"/,
    ],
    [
      'a legislator that does not exist',
      { type: 'legislator', shows: { legislator_id: 987_654 } },
      /no legislator/,
    ],
    ['lookups of another type', { lookups: { daily_cap: 5 } }, /lookups belongs to find-your-rep/],
    ['a column of nobody', { columns: ['notes'] }, /columns\[0\] is "notes"/],
  ])('refuses %s', async (_, more, reason) => {
    const answer = await world.call('POST', '/v1/widgets', request(more))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_body', detail: expect.stringMatching(reason) })
  })

  it('takes http from this machine, and spells an origin as browsers do', async () => {
    const origins = ['https://WWW.Alpha.example:443/', 'http://localhost:3000', 'http://127.0.0.1']
    const answer = await world.call('POST', '/v1/widgets', request({ origins }))
    expect(answer.json().origins).toEqual([SITE, 'http://localhost:3000', 'http://127.0.0.1'])
  })
})

describe('a widget', () => {
  it('is changed in part', async () => {
    const { id } = await world.make({ type: 'bill', shows: { bill_ids: [bill.id] } })
    const change = { name: 'Renamed', theme: { accent: '#AA0000' }, columns: [] }
    const answer = await world.call('PATCH', `/v1/widgets/${id}`, change)
    expect(answer.json()).toMatchObject({
      ...change,
      theme: { accent: '#AA0000', background: '#ffffff' },
      origins: [SITE],
    })
    for (const wrong of [{}, { type: 'activity' }, { shows: {} }, { origins: ['nowhere'] }])
      expect((await world.call('PATCH', `/v1/widgets/${id}`, wrong)).statusCode).toBe(400)
  })

  it('is revoked, rotated with an overlap, and deleted with a tombstone', async () => {
    const made = await world.make()
    const { id, url } = made
    const statusOf = async (path: string) => (await world.visit(path)).statusCode
    expect(await statusOf(url)).toBe(200)
    const rotated = (await world.call('POST', `/v1/widgets/${id}/rotate`, {})).json()
    const next = `/v1/widgets/bill-grid/${rotated.token}`
    expect(rotated.former_token_ends_at).toMatch(/Z$/)
    expect([await statusOf(url), await statusOf(next)]).toEqual([200, 200])
    const last = (await world.call('POST', `/v1/widgets/${id}/rotate`, { overlap_seconds: 0 })).json()
    expect([await statusOf(url), await statusOf(next)]).toEqual([404, 404])
    expect(await statusOf(`/v1/widgets/bill-grid/${last.token}`)).toBe(200)
    const revoked = (await world.call('POST', `/v1/widgets/${id}/revoke`)).json()
    expect(revoked.revoked_at).toMatch(/Z$/)
    expect((await world.call('POST', `/v1/widgets/${id}/revoke`)).json()).toEqual(revoked)
    expect(await statusOf(`/v1/widgets/bill-grid/${last.token}`)).toBe(404)
    const again = (await world.call('POST', `/v1/widgets/${id}/rotate`, {})).json()
    expect(again).toMatchObject({ revoked_at: null, former_token_ends_at: null })
    expect(await statusOf(`/v1/widgets/bill-grid/${again.token}`)).toBe(200)
    expect((await world.call('DELETE', `/v1/widgets/${id}`)).statusCode).toBe(204)
    expect(await statusOf(`/v1/widgets/bill-grid/${again.token}`)).toBe(404)
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/revoke'],
      ['POST', '/rotate'],
    ] as const)
      expect((await world.call(method, `/v1/widgets/${id}${path}`)).statusCode).toBe(404)
  })

  it('may be managed from a page of any origin, with the token of the account', async () => {
    const { id } = await world.make()
    for (const path of ['', '/revoke', '/rotate']) {
      const headers = { origin: 'https://console.example', 'access-control-request-method': 'POST' }
      const answer = await world.visit(`/v1/widgets/${id}${path}`, { method: 'OPTIONS', headers })
      expect(answer.statusCode).toBe(204)
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': expect.stringContaining('Authorization'),
        'access-control-allow-methods': expect.stringContaining('PATCH'),
      })
    }
  })

  it('ends a former token when its overlap ends', async () => {
    const { id, url } = await world.make()
    await world.call('POST', `/v1/widgets/${id}/rotate`, { overlap_seconds: 3_600 })
    await world.test.database.query(
      "UPDATE account.widget SET former_ends_at = '2026-06-15T12:30:00Z' WHERE id = $1",
      [id],
    )
    expect((await world.visit(url)).statusCode).toBe(200)
    world.clock.advance(31 * 60_000)
    expect((await world.visit(url)).statusCode).toBe(404)
  })

  it('is one of at most 100', async () => {
    const token = await world.api.issue({ account: 'many', scopes: ['sheets'] })
    await world.make({}, token)
    await world.test.database.query(
      `INSERT INTO account.widget (account_id, type, name, origins, shows, columns, row_limit, theme, form_key, sha256, shown)
       SELECT w.account_id, w.type, w.name, w.origins, w.shows, w.columns, w.row_limit, w.theme, w.form_key,
         decode(md5(n::text), 'hex'), w.shown
       FROM account.widget w JOIN account.account a ON a.id = w.account_id, generate_series(1, 98) n WHERE a.name = 'many'`,
    )
    const body = { type: 'find-your-rep', name: 'x', origins: [SITE] }
    const statuses = await Promise.all(
      Array.from(
        { length: 4 },
        async () => (await world.call('POST', '/v1/widgets', body, token)).statusCode,
      ),
    )
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409])
  })
})
