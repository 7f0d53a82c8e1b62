import { beforeAll, describe, expect, it } from 'vitest'
import { resumeDigests } from '../../alerts/hold/hold.ts'
import { type AlertService, createAlertService } from '../../alerts/service.ts'
import { createAlertReads } from '../../cli/wiring/alert-reads.ts'
import { sitePages } from '../../cli/wiring/site-pages.ts'
import { startProjections } from '../../projections/service/start-projections.ts'
import { systemClock } from '../../runtime/clock.ts'
import { DAY_MS } from '../../runtime/durations.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../runtime/log.ts'
import { createMetrics } from '../../runtime/metrics.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { readMail } from '../support/alerts/read-mail.ts'
import { createTestApi, type TestApi } from '../support/api/test-api.ts'
import { type BuiltBill, EventBuilder } from '../support/builders/event-builder.ts'
import { createManualClock } from '../support/clocks/manual-clock.ts'
import { createSmtpFarEnd, type SmtpFarEnd } from '../support/fakes/smtp-far-end.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { eventually } from '../support/harness/eventually.ts'
import { createPublisher, type Publication, type Publisher } from '../support/log/publish.ts'
import { createTestTopics } from '../support/log/topics.ts'
import { createTestDatabase, type TestDatabase } from '../support/stores/database.ts'

const TABLES = ['recipient', 'subscription', 'watched_bill', 'change', 'item', 'digest', 'mail', 'position']

/** Postgres says what the earlier of two clocks is, so this one stays behind it. */
const clock = createManualClock(new Date(Date.now() - 20 * DAY_MS).toISOString())
const metrics = createMetrics()
let test: TestDatabase
let settings: Settings
let publisher: Publisher
let farEnd: SmtpFarEnd
let api: TestApi
let token: string
let story: EventBuilder
let bill: BuiltBill
let service: AlertService

beforeAll(async () => {
  const stored = await createTestDatabase()
  settings = await createTestTopics(stored.settings)
  test = { ...stored, settings }
  farEnd = await createSmtpFarEnd()
  settings = { ...settings, smtp_url: farEnd.url, public_origin: 'https://pages.example.org' }
  publisher = await createPublisher(settings, test.database)
  const projections = await startProjections({
    ...{ settings, database: test.database, codec: publisher.codec, clock: systemClock },
    ...{ kafka: createKafka(settings, 'legislog-test'), log: createLog('test', 'silent') },
    metrics: createMetrics(),
  })
  cleanUp(projections.stop)
  api = await createTestApi(
    { ...test, settings },
    {
      clock,
      pages: sitePages,
      settings: { rate_limits: '0', visitor_forms_a_minute: 0, visitor_requests_a_minute: 0 },
    },
  )
  token = await api.issue({ account: 'alpha', tier: 'business', scopes: ['alerts'] })
  story = new EventBuilder()
  bill = story.bill({ title: 'An act about ferries' })
  await publish()
  await eventually(
    async () => (await test.database.query('SELECT FROM read_0001.bills WHERE present')).rowCount === 1,
  )
  service = await start(metrics)
})

/** Publishes what the story has, as the relay does. */
async function publish(): Promise<void> {
  const publications = story.take().map(({ type, key, body, meta }) => ({
    ...{ type, key, body, sequence: meta.sequence },
    headers: { ce_recordedtime: meta.recorded_at },
  }))
  await publisher.publish(publications as Publication[])
}

async function start(registry = createMetrics()): Promise<AlertService> {
  const started = createAlertService({
    ...{ settings, database: test.database, codec: publisher.codec, clock, metrics: registry },
    ...{ kafka: createKafka(settings, 'legislog-alerts-test'), log: createLog('test', 'silent') },
    ...createAlertReads(test.database),
  })
  await started.start()
  await eventually(() => started.health().is_ready)
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= started.stop())
  cleanUp(stop)
  return { ...started, stop }
}

async function subscribe(email: string): Promise<number> {
  const answer = await api.get('/v1/alert_subscriptions', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    payload: { name: 'Ferries', bill_ids: [bill.id], email },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const { rows } = await test.database.query<{ body: string }>(
    'SELECT body FROM account.mail WHERE recipient = $1',
    [email],
  )
  expect(await press(/https:\S+confirm\S+/.exec(rows[0]!.body)![0])).toBe(200)
  return answer.json().id
}

const press = async (url: string): Promise<number> => {
  const { statusCode } = await api.app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    headers: { host: new URL(url).host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  return statusCode
}

async function stateOf(id: number): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  return (await api.get(`/v1/alert_subscriptions/${id}`, { headers })).json().state
}

const openItems = async () =>
  (await test.database.query('SELECT FROM alerts.item WHERE digest_id IS NULL')).rowCount ?? 0

/** Publishes an action, and waits until a digest would have it. */
async function act(description: string): Promise<void> {
  const before = await openItems()
  story.action(bill, { date: '2026-03-01', description })
  await publish()
  await eventually(async () => (await openItems()) > before)
}

const mailsOf = (email: string) =>
  farEnd.mails.filter(({ to }) => to.includes(email)).map(({ text }) => readMail(text))

describe('an event of the log', () => {
  it('becomes a mail on the next morning, and the mail ends by one click', async () => {
    const id = await subscribe('ada@example.org')
    await act('Read a first time')
    expect(mailsOf('ada@example.org')).toEqual([])
    clock.advance(DAY_MS)
    const mail = await eventually(() => mailsOf('ada@example.org')[0])
    expect(mail.headers.subject).toBe('Ferries: 1 change on 1 bill')
    expect(mail.text).toContain('Read a first time')
    expect(mail.html).toContain('Read a first time')
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const link = /^<(.*)>$/.exec(mail.headers['list-unsubscribe']!)![1]!
    expect(mail.links).toContain(link)
    expect(await stateOf(id)).toBe('active')
    expect(await press(link)).toBe(200)
    expect(await stateOf(id)).toBe('stopped')
  })

  it('is counted on its way', async () => {
    const shown = await metrics.metrics()
    for (const line of [
      'legislog_alerts_items_total 1',
      'legislog_alerts_digests_total 1',
      'legislog_alerts_mails_total{outcome="sent"} 1',
      'legislog_alerts_oldest_due_seconds 0',
      'legislog_alerts_mails_waiting 0',
      'legislog_alerts_open_items 0',
      'legislog_alerts_deferred_events 0',
      'legislog_alerts_parked_events 0',
      'legislog_alerts_held 0',
    ])
      expect(shown.split('\n')).toContain(line)
  })
})

describe('tables of an older backup', () => {
  it('mail nothing by themselves, and after resume only what is new', async () => {
    await subscribe('ben@example.org')
    await act('Reported once')
    await backUp()
    clock.advance(DAY_MS)
    await eventually(() => mailsOf('ben@example.org')[0])
    await act('Reported never, since the operator says so')
    await service.stop()
    await restore()
    const restored = createMetrics()
    const again = await start(restored)
    // Its digest is due at once, and it has read what it can.
    await eventually(async () => (await openItems()) === 2)
    expect((await restored.metrics()).split('\n')).toContain('legislog_alerts_held 1')
    clock.advance(DAY_MS)
    const { rowCount } = await test.database.query(
      'SELECT FROM alerts.mail WHERE next_attempt_at IS NOT NULL',
    )
    expect(rowCount).toBe(0)
    expect(mailsOf('ben@example.org')).toHaveLength(1)
    await resumeDigests(test.database, new Date(story.later))
    await act('Reported after it')
    clock.advance(DAY_MS)
    await eventually(() => mailsOf('ben@example.org').length > 1)
    const [first, second, ...others] = mailsOf('ben@example.org')
    expect(others).toEqual([])
    expect(first!.text).toContain('Reported once')
    expect(second!.text).toContain('Reported after it')
    expect(second!.text).not.toMatch(/Reported once|Reported never/)
    await again.stop()
  })
})

async function backUp(): Promise<void> {
  await test.database.query(
    `CREATE SCHEMA backup; ${TABLES.map((name) => `CREATE TABLE backup.${name} AS TABLE alerts.${name};`).join(' ')}`,
  )
}

async function restore(): Promise<void> {
  await test.database.query(
    `TRUNCATE ${TABLES.map((name) => `alerts.${name}`).join(', ')} CASCADE;
     ${TABLES.map((name) => `INSERT INTO alerts.${name} OVERRIDING SYSTEM VALUE TABLE backup.${name};`).join(' ')}`,
  )
}
