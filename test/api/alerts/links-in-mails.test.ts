import { beforeAll, describe, expect, it } from 'vitest'
import { sitePages } from '../../../cli/wiring/site-pages.ts'
import { createLog } from '../../../runtime/log.ts'
import { startMailLoop } from '../../../runtime/mail/mail-loop.ts'
import { createMailTransport } from '../../../runtime/mail/mail-transport.ts'
import { type ReadMail, readMail } from '../../support/alerts/read-mail.ts'
import { writeDigestOf } from '../../support/alerts/write-digest-of.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { EventBuilder } from '../../support/builders/event-builder.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createSmtpFarEnd } from '../../support/fakes/smtp-far-end.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

const ORIGIN = 'https://pages.example.org'
/** Whatever the account wrote, and who reads it. */
const MARKS = ['alpha-corporation', 'secret digest', 'secret sheet', 'secret note', 'reader@alpha.example']

const clock = createManualClock('2026-03-02T15:00:00.000Z')
let test: TestDatabase
let api: TestApi
let owner: string
let other: string
let mails: ReadMail[]
let feeds: { readonly atom: string; readonly json: string }

const call = async (method: 'GET' | 'POST', url: string, payload?: object, token = owner) => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await api.get(`/v1${url}`, {
    method,
    headers,
    ...(payload === undefined ? {} : { payload }),
  })
  expect(answer.statusCode, `${url}: ${answer.body}`).toBeLessThan(300)
  return answer.json()
}

beforeAll(async () => {
  test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  const bill = story.bill({ sources: [{ url: 'https://leg.example/hb1', note: '' }] })
  await projected.apply(story.take())
  api = await createTestApi(test, {
    clock,
    pages: sitePages,
    settings: {
      ...{ public_origin: ORIGIN, rate_limits: '0' },
      ...{ visitor_forms_a_minute: 0, visitor_requests_a_minute: 0 },
    },
  })
  owner = await api.issue({ account: 'alpha-corporation', tier: 'business', scopes: ['alerts', 'sheets'] })
  other = await api.issue({ account: 'omega-union', tier: 'business', scopes: ['alerts', 'sheets', 'admin'] })
  const sheet = await call('POST', '/bill_sheets', { name: 'secret sheet' })
  await call('POST', `/bill_sheets/${sheet.id}/items`, { items: [{ bill_id: bill.id, note: 'secret note' }] })
  const watched = { name: 'secret digest', sheet_id: sheet.id }
  const { id } = await call('POST', '/alert_subscriptions', { ...watched, email: MARKS.at(-1) })
  await test.database.query('UPDATE alerts.recipient SET confirmed_at = now()')
  await call('POST', `/alert_subscriptions/${id}/test`)
  await writeDigestOf(test.database, clock, { id, ce_id: 'one', bill })
  const feed = await call('POST', '/alert_subscriptions', { ...watched, channel: 'feed' })
  await writeDigestOf(test.database, clock, { id: feed.id, ce_id: 'two', bill })
  feeds = feed.feeds
  mails = await mailAll()
})

/** Sends what waits in both outboxes over SMTP, as the API and the alerts do. */
async function mailAll(): Promise<ReadMail[]> {
  const farEnd = await createSmtpFarEnd()
  for (const outbox of ['account.mail', 'alerts.mail'] as const) {
    const transport = createMailTransport({ ...test.settings, smtp_url: farEnd.url })
    const log = createLog('mail', 'silent')
    const loop = startMailLoop({ database: test.database, outbox, transport, clock, log, polls: false })
    cleanUp(() => loop.close())
    await loop.sendDue()
  }
  return farEnd.mails.map(({ text }) => readMail(text))
}

type Visit = { readonly status: number; readonly body: string }

async function visit(
  url: string,
  method: 'GET' | 'POST',
  headers: Record<string, string> = {},
): Promise<Visit> {
  const form = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  const { statusCode, body } = await api.app.inject({
    ...{ method, url: new URL(url).pathname, headers: { host: new URL(url).host, ...form, ...headers } },
    ...(method === 'POST' ? { payload: 'List-Unsubscribe=One-Click' } : {}),
  })
  return { status: statusCode, body }
}

const linksOf = (origin: string) => [
  ...new Set(mails.flatMap(({ links }) => links).filter((link) => link.startsWith(origin))),
]

describe('the links of mails', () => {
  it('lead to pages of ours or to the publisher of a bill, and nowhere else', () => {
    expect(mails.map(({ headers }) => headers.subject)).toEqual([
      'Please confirm digests from alpha-corporation',
      'Test: secret digest: 0 changes on 0 bills',
      'secret digest: 1 change on 1 bill',
    ])
    const origins = new Set(mails.flatMap(({ links }) => links.map((link) => new URL(link).origin)))
    expect([...origins].sort()).toEqual(['https://leg.example', ORIGIN])
    expect(
      linksOf(ORIGIN).map((link) => /^\/alerts\/(?:confirm|stop)\//.exec(new URL(link).pathname)?.[0]),
    ).toEqual(expect.arrayContaining(['/alerts/confirm/', '/alerts/stop/']))
  })

  it('show nothing of the account to another account or to nobody, before and after the button', async () => {
    const seen: Visit[] = []
    for (const method of ['GET', 'POST', 'GET'] as const)
      for (const link of linksOf(ORIGIN)) {
        const nobody = await visit(link, method)
        const another = await visit(link, method, {
          authorization: `Bearer ${other}`,
          cookie: `session=${other}`,
        })
        expect(another).toEqual(nobody)
        expect(nobody.status, link).toBe(200)
        seen.push(nobody)
      }
    expect(seen.length).toBeGreaterThan(10)
    for (const { body } of seen) for (const mark of MARKS) expect(body).not.toContain(mark)
  })

  it('are no way into the API of the account', async () => {
    for (const link of linksOf(ORIGIN)) {
      const token = new URL(link).pathname.split('/').at(-1)!
      for (const path of ['/v1/alert_subscriptions', '/v1/bill_sheets', `/v1/alert_feeds/${token}/json`]) {
        const { statusCode } = await api.app.inject({
          url: path,
          headers: { authorization: `Bearer ${token}` },
        })
        expect([401, 404], `${path} by ${link}`).toContain(statusCode)
      }
    }
  })
})

describe('a feed', () => {
  it('has no link into the account, and its address is no way into the API', async () => {
    for (const url of [feeds.atom, feeds.json]) {
      const { status, body } = await visit(url, 'GET')
      expect(status).toBe(200)
      const links = body.match(/https?:\/\/[^\s<>"&\\]+/g) ?? []
      const ours = links.filter((link) => link.startsWith(ORIGIN))
      expect(ours).toEqual([url])
      expect(links.filter((link) => link.includes('leg.example')).length).toBeGreaterThan(0)
      for (const mark of ['secret sheet', 'secret note', 'alpha-corporation'])
        expect(body).not.toContain(mark)
    }
    const token = new URL(feeds.atom).pathname.split('/').at(-2)!
    const { statusCode } = await api.app.inject({
      url: '/v1/alert_subscriptions',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(statusCode).toBe(401)
  })
})
