import { parseFeed } from '@rowanmanning/feed-parser'
import { beforeAll, describe, expect, it } from 'vitest'
import { sitePages } from '../../../cli/wiring/site-pages.ts'
import { atomFaults, jsonFeedFaults } from '../../support/alerts/feed-faults.ts'
import { writeDigestOf } from '../../support/alerts/write-digest-of.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { type BuiltBill, EventBuilder } from '../../support/builders/event-builder.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

const clock = createManualClock('2026-03-02T15:00:00.000Z')
let test: TestDatabase
let api: TestApi
let token: string
let bill: BuiltBill

beforeAll(async () => {
  test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  bill = story.bill({ title: 'An act about <b>ferries</b> & "tolls"' })
  await projected.apply(story.take())
  api = await createTestApi(test, {
    clock,
    pages: sitePages,
    settings: { rate_limits: '0', visitor_forms_a_minute: 0, visitor_requests_a_minute: 0 },
  })
  token = await api.issue({ account: 'alpha', tier: 'business', scopes: ['alerts'] })
})

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = (method: Method, url: string, payload?: object, by = token) =>
  api.get(`/v1/alert_subscriptions${url}`, {
    method,
    headers: { authorization: `Bearer ${by}` },
    ...(payload === undefined ? {} : { payload }),
  })
const make = async (request: object) => {
  const answer = await call('POST', '', { name: 'Ferries', bill_ids: [bill.id], ...request })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const stateOf = async (id: number) => (await call('GET', `/${id}`)).json().state
/** The token in the link of the newest mail that asks an address to confirm. */
async function confirmTokens(email: string): Promise<string[]> {
  const { rows } = await test.database.query<{ body: string }>(
    'SELECT body FROM account.mail WHERE recipient = $1 ORDER BY id',
    [email],
  )
  return rows.map(({ body }) => /\/alerts\/confirm\/(\w+)/.exec(body)![1]!)
}
const press = (path: string, type = 'application/x-www-form-urlencoded') =>
  api.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': type },
    payload: 'List-Unsubscribe=One-Click',
  })

const digestOf = (id: number, ceId: string) => writeDigestOf(test.database, clock, { id, ce_id: ceId, bill })

describe('POST /v1/alert_subscriptions', () => {
  it('asks the person by a mail, and reports nothing until the button is pressed', async () => {
    const made = await make({
      email: 'ada@example.org',
      zone: 'Asia/Tokyo',
      frequency: 'weekly',
      weekday: 'friday',
    })
    expect(made).toMatchObject({
      state: 'waiting',
      feeds: null,
      weekday: 'friday',
      hour: 7,
      bill_ids: [bill.id],
    })
    const [confirm] = await confirmTokens('ada@example.org')
    const opened = await api.app.inject(`/alerts/confirm/${confirm}`)
    expect(opened.body).toContain('<form method="post"><button>Confirm</button></form>')
    expect(await stateOf(made.id)).toBe('waiting')
    expect((await press(`/alerts/confirm/${confirm}`)).body).toContain('is confirmed')
    expect(await stateOf(made.id)).toBe('active')
  })

  it('asks an address once a day over all accounts, and not at all if the account is confirmed', async () => {
    const again = await make({ email: 'ADA@example.org' })
    expect(again.state).toBe('active')
    const other = await api.issue({ account: 'beta', tier: 'business', scopes: ['alerts'] })
    const theirs = await call(
      'POST',
      '',
      { name: 'Theirs', bill_ids: [bill.id], email: 'ada@example.org' },
      other,
    )
    expect(theirs.json().state).toBe('waiting')
    expect(await confirmTokens('ada@example.org')).toHaveLength(1)
  })

  it('refuses what cannot be watched or sent, and names it', async () => {
    for (const [request, text] of [
      [{ bill_ids: [bill.id], search: { q: 'a' } }, 'The body names 2 of sheet_id, bill_ids and search'],
      [{ bill_ids: undefined }, 'The body names 0 of sheet_id, bill_ids and search'],
      [{ bill_ids: [987_654] }, 'bill_ids names 987654; there is no such bill'],
      [{ bill_ids: undefined, sheet_id: 987_654 }, 'sheet_id is 987654; the account has no such bill sheet'],
      [{ zone: 'Mars/Olympus' }, 'zone is "Mars/Olympus"; it must be an IANA time zone'],
      [{ weekday: 'friday' }, 'weekday is friday; only a weekly digest has one'],
      [{ email: undefined }, 'email is missing'],
      [{ email: 'no mailbox' }, 'email must be one mail address'],
      [{ channel: 'feed' }, 'email is given, but a feed has no recipient'],
    ] as const) {
      const body = { name: 'Ferries', bill_ids: [bill.id], email: 'bob@example.org', ...request }
      const answer = await call('POST', '', body)
      expect(answer.json(), text).toMatchObject({ status: 400, code: 'invalid_body' })
      expect(answer.json().detail).toContain(text)
    }
    expect(await confirmTokens('bob@example.org')).toEqual([])
  })
})

describe('a subscription', () => {
  it('can be changed, paused and deleted, and leaves a tombstone that names nobody', async () => {
    const { id } = await make({ email: 'ada@example.org' })
    const changed = await call('PATCH', `/${id}`, { hour: 6, zone: 'America/Chicago', paused: true })
    expect(changed.json()).toMatchObject({ hour: 6, zone: 'America/Chicago', state: 'paused' })
    expect((await call('DELETE', `?id=${id}`)).statusCode).toBe(204)
    expect((await call('GET', `/${id}`)).statusCode).toBe(404)
    const { rows } = await test.database.query<{ row: string }>(
      'SELECT s::text AS row FROM alerts.subscription s WHERE id = $1',
      [id],
    )
    expect(rows[0]!.row).not.toMatch(/Ferries|ada/)
    await test.database.query("UPDATE alerts.subscription SET updated_at = updated_at - interval '2 minutes'")
    const list = (await call('GET', '?updated_since=2026-01-01&include=deleted')).json().data
    expect(list).toContainEqual({ id, deleted: true, updated_at: expect.any(String) })
  })

  it('of another account is deleted neither by a path nor by a parameter', async () => {
    const { id } = await make({ channel: 'feed' })
    const other = await api.issue({ account: 'beta', scopes: ['alerts'] })
    expect((await call('DELETE', `?id=${id}`, undefined, other)).statusCode).toBe(404)
    expect((await call('DELETE', `/${id}`, undefined, other)).statusCode).toBe(404)
    expect((await call('DELETE', '')).json()).toMatchObject({ status: 400, code: 'invalid_parameter' })
    expect(await stateOf(id)).toBe('active')
  })

  it('shows its next digest, and mails it as a test at most once an hour', async () => {
    const { id } = await make({ email: 'ada@example.org' })
    const preview = (await call('GET', `/${id}/preview`)).json()
    expect(preview).toMatchObject({ changes: 0, subject: 'Ferries: 0 changes on 0 bills' })
    expect((await call('POST', `/${id}/test`)).statusCode).toBe(202)
    expect((await call('POST', `/${id}/test`)).json()).toMatchObject({ status: 409, code: 'conflict' })
    const feed = await make({ channel: 'feed' })
    expect((await call('POST', `/${feed.id}/test`)).json().detail).toContain('is a feed')
  })
})

describe('the links of a mail', () => {
  it('end one subscription or all of the account by one click, without opening a page', async () => {
    const first = await make({ email: 'ada@example.org' })
    const second = await make({ email: 'ada@example.org', name: 'Others' })
    await digestOf(first.id, 'one')
    const { rows } = await test.database.query<{ unsubscribe_url: string; body: string }>(
      "SELECT unsubscribe_url, body FROM alerts.mail WHERE key LIKE 'digest ' || $1 || ' %'",
      [first.id],
    )
    const path = new URL(rows[0]!.unsubscribe_url).pathname
    expect((await api.app.inject(path)).body).toContain('Stop these mails')
    expect(await stateOf(first.id)).toBe('active')
    expect((await press(path, 'multipart/form-data; boundary=x')).statusCode).toBe(200)
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['stopped', 'active'])
    // What waited is not sent.
    expect(
      (
        await test.database.query("SELECT FROM alerts.mail WHERE key LIKE 'digest ' || $1 || ' %'", [
          first.id,
        ])
      ).rowCount,
    ).toBe(0)
    const all = /Stop all [^:]*: (\S+)/.exec(rows[0]!.body)![1]!
    expect((await press(new URL(all).pathname)).statusCode).toBe(200)
    expect(await stateOf(second.id)).toBe('stopped')
    for (const forged of [path.replace('one.', 'all.'), `${path}x`, '/alerts/stop/one.1.1.x'])
      expect((await press(forged)).statusCode).toBe(404)
  })

  it('that asks to confirm ends such mails of all accounts', async () => {
    const made = await make({ email: 'cleo@example.org' })
    const [confirm] = await confirmTokens('cleo@example.org')
    expect((await press(`/alerts/stop/${confirm}`)).statusCode).toBe(200)
    expect(await stateOf(made.id)).toBe('stopped')
    clock.advance(3 * 86_400_000)
    expect((await make({ email: 'cleo@example.org' })).state).toBe('waiting')
    expect(await confirmTokens('cleo@example.org')).toHaveLength(1)
  })
})

describe('a feed', () => {
  it('is valid Atom and JSON Feed, and is not sent again if nothing changed', async () => {
    const { id, feeds, feed } = await make({ channel: 'feed', name: 'Ferries & "tolls"' })
    expect(feed).toMatch(/^alf_…/)
    await digestOf(id, 'first')
    await digestOf(id, 'second')
    const atom = await api.app.inject(new URL(feeds.atom).pathname)
    expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(atomFaults(atom.body)).toEqual([])
    const parsed = parseFeed(atom.body)
    expect(parsed.meta).toEqual({ type: 'atom', version: '1.0' })
    expect(parsed.title).toBe('Ferries & "tolls"')
    expect(parsed.self).toBe(feeds.atom)
    expect(
      parsed.items.map(({ content }) => /Read .*?(?=<\/)/.exec(content ?? '')?.[0].slice(0, 30)),
    ).toHaveLength(2)
    // Escaped once as HTML, and once as XML.
    expect(atom.body).toContain('An act about &amp;#60;b&amp;#62;ferries')
    expect(new Set(parsed.items.map((item) => item.id)).size).toBe(2)
    const json = await api.app.inject(new URL(feeds.json).pathname)
    expect(jsonFeedFaults(json.json())).toEqual([])
    const { items } = json.json() as { items: readonly { readonly id: string }[] }
    expect(items.map(({ id: own }) => own)).toEqual(parsed.items.map((item) => item.id))
    const etag = String(json.headers.etag)
    const same = await api.app.inject({
      url: new URL(feeds.json).pathname,
      headers: { 'if-none-match': etag },
    })
    expect(same.statusCode).toBe(304)
  })

  it('ends at its old address if the account replaces it or deletes the subscription', async () => {
    const { id, feeds } = await make({ channel: 'feed' })
    const statusAt = async (url: string) => (await api.app.inject(new URL(url).pathname)).statusCode
    const rotated = (await call('POST', `/${id}/rotate`)).json()
    expect([await statusAt(feeds.atom), await statusAt(rotated.feeds.atom)]).toEqual([404, 200])
    await call('DELETE', `/${id}`)
    expect(await statusAt(rotated.feeds.json)).toBe(404)
  })
})
