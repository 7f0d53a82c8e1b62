import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { sweepLeads } from '../../../api/leads/lead-upkeep.ts'
import {
  createWidgetWorld,
  LEADS,
  type MadeWidget,
  SITE,
  type WidgetWorld,
} from '../../support/widgets/widget-world.ts'

let world: WidgetWorld
let widget: MadeWidget

beforeAll(async () => {
  world = await createWidgetWorld({ settings: { visitor_forms_a_minute: 0, visitor_requests_a_minute: 0 } })
  widget = await world.make({ leads: LEADS })
  for (const name of ['ada', 'ben', 'cleo'])
    await world.confirmed(widget, `${name}@example.org`, { page: `${SITE}/bills`, name: `=${name}` })
  await settle()
})

/** Changes become visible to readers of changes after a minute: this makes them older. */
const settle = () =>
  world.test.database.query("UPDATE account.lead SET updated_at = updated_at - interval '2 minutes'")
const list = async (query = '', token = world.token) =>
  (await world.call('GET', `/v1/leads${query}`, undefined, token)).json()
const emails = async (query = '') => (await list(query)).data.map(({ email }: { email: string }) => email)

describe('GET /v1/leads', () => {
  it('needs the scope leads, which admin does not imply', async () => {
    const admin = await world.api.issue({ account: 'alpha', scopes: ['admin'] })
    const answer = await world.call('GET', '/v1/leads', undefined, admin)
    expect(answer.json()).toMatchObject({ status: 403, code: 'insufficient_scope' })
    const granted = await world.call('POST', '/v1/tokens', { scopes: ['leads'] }, admin)
    expect(granted.statusCode).toBe(403)
  })

  it('is walked in pages, and shows nothing of another account', async () => {
    const first = await list('?limit=2')
    expect(first.data).toHaveLength(2)
    const rest = await list(`?limit=2&cursor=${first.next_cursor}`)
    expect(rest.data.map(({ email }: { email: string }) => email)).toEqual(['cleo@example.org'])
    const other = await world.api.issue({ account: 'beta', scopes: ['leads'] })
    expect((await list('', other)).data).toEqual([])
    const cursor = await world.call('GET', `/v1/leads?limit=2&cursor=${first.next_cursor}`, undefined, other)
    expect(cursor.json().code).toBe('cursor_mismatch')
  })

  it('refuses a time from which deletions are no longer listed', async () => {
    const answer = await world.call('GET', '/v1/leads?updated_since=2020-01-01&include=deleted')
    expect([answer.statusCode, answer.json().code]).toEqual([410, 'resync_required'])
    expect((await list('?updated_since=1970-01-01&include=deleted')).data).toHaveLength(3)
  })

  it('is a table that no spreadsheet runs, with the next page in a header', async () => {
    const answer = await world.call('GET', '/v1/leads?format=csv&limit=2')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="leads.csv"',
      'cache-control': 'no-store',
    })
    const rows = parse(answer.body, { columns: true }) as Record<string, string>[]
    expect(rows.map(({ email, name, page }) => [email, name, page])).toEqual([
      ['ada@example.org', "'=ada", `${SITE}/bills`],
      ['ben@example.org', "'=ben", `${SITE}/bills`],
    ])
    const next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))![1]!
    expect((await world.call('GET', next)).body).toContain('cleo@example.org')
  })
})

describe('DELETE /v1/leads/{id}', () => {
  it('wipes everything about the person at once, and leaves a tombstone and the counts', async () => {
    await world.confirmed(widget, 'gone@example.org', {
      name: 'Gone Person',
      answers: ['gone answer'],
      source: 'gone-source',
    })
    const lead = (await list(`?widget_id=${widget.id}&limit=200`)).data.at(-1)
    const through = new Date().toISOString()
    expect((await world.call('DELETE', `/v1/leads/${lead.id}`)).statusCode).toBe(204)
    expect((await world.call('GET', `/v1/leads/${lead.id}`)).statusCode).toBe(404)
    expect((await world.call('DELETE', `/v1/leads/${lead.id}`)).statusCode).toBe(404)
    const { rows } = await world.test.database.query<{ text: string }>(
      `SELECT (SELECT string_agg(l::text, ' ') FROM account.lead l) || (SELECT string_agg(m::text, ' ') FROM account.mail m) AS text`,
    )
    expect(rows[0]!.text).not.toMatch(/gone@|Gone Person|gone answer|gone-source/)
    await settle()
    const since = new Date(Date.parse(through) - 180_000).toISOString()
    const changed = await list(`?updated_since=${since}&include=deleted&limit=200`)
    expect(changed.data).toContainEqual({ id: lead.id, deleted: true, updated_at: expect.any(String) })
    expect(await emails('?limit=200')).not.toContain('gone@example.org')
    const counts = (await world.call('GET', '/v1/analytics/leads?limit=200')).json().data
    expect(counts).toContainEqual(
      expect.objectContaining({ source: 'gone-source', signed_up: 1, confirmed: 1 }),
    )
    // The person may sign up again.
    world.clock.advance(86_400_001)
    await world.confirmed(widget, 'gone@example.org')
    expect(await emails('?limit=200')).toContain('gone@example.org')
  })
})

describe('GET /v1/analytics/leads', () => {
  it('counts by day, page, widget, source and district, and names nobody', async () => {
    const made = await world.make({ leads: LEADS })
    const district = 'ocd-division/country:us/state:wa/sldl:22'
    await world.confirmed(made, 'one@example.org', { page: `${SITE}/a`, district })
    await world.signUp(made, 'two@example.org', { page: `${SITE}/a`, district })
    await world.signUp(made, 'three@example.org', { page: `${SITE}/b`, source: 'flyer' })
    const answer = await world.call('GET', `/v1/analytics/leads?widget_id=${made.id}`)
    const day = world.clock.now().toISOString().slice(0, 10)
    const known = { id: expect.any(Number), widget_id: made.id, day, updated_at: expect.any(String) }
    expect(answer.json().data).toEqual([
      { ...known, page: `${SITE}/a`, source: null, district, signed_up: 2, confirmed: 1 },
      { ...known, page: `${SITE}/b`, source: 'flyer', district: null, signed_up: 1, confirmed: 0 },
    ])
    expect(answer.body).not.toContain('@')
    const later = await world.call('GET', `/v1/analytics/leads?widget_id=${made.id}&since=2030-01-01`)
    expect(later.json().data).toEqual([])
  })
})

describe('old leads', () => {
  it('are wiped: waiting ones after a week, confirmed ones when their time is over', async () => {
    const keep = { lead_confirm_days: 7, lead_keep_days: 30 }
    const made = await world.make({ leads: LEADS })
    await world.confirmed(made, 'kept@example.org')
    await world.signUp(made, 'unconfirmed@example.org')
    const inDays = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000)
    const left = async () =>
      (
        await world.test.database.query(
          'SELECT FROM account.lead WHERE widget_id = $1 AND email IS NOT NULL',
          [made.id],
        )
      ).rowCount
    await sweepLeads(world.test.database, keep, inDays(6))
    expect(await left()).toBe(2)
    await sweepLeads(world.test.database, keep, inDays(8))
    expect(await left()).toBe(1)
    await sweepLeads(world.test.database, keep, inDays(31))
    expect(await left()).toBe(0)
    expect(await emails(`?widget_id=${made.id}`)).toEqual([])
    const kept = await world.test.database.query('SELECT FROM account.mail_recipient')
    expect(kept.rowCount).toBe(0)
  })
})
