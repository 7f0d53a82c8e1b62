import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/clock.ts'
import { createKafka } from '../../runtime/kafka.ts'
import { createLog } from '../../runtime/log.ts'
import { createMetrics } from '../../runtime/metrics.ts'
import type { Database } from '../../runtime/postgres.ts'
import { createRedis } from '../../runtime/redis.ts'
import type { Settings } from '../../runtime/settings.ts'
import { createAddressGuard } from '../../webhooks/address-guard.ts'
import { createDispatcher, type Dispatcher } from '../../webhooks/dispatcher.ts'
import { createEndpoints, type Endpoints, type Owner } from '../../webhooks/endpoints.ts'
import { createLogEnds } from '../../webhooks/log-ends.ts'
import { openSecretBox } from '../../webhooks/secret-key.ts'
import { createSender } from '../../webhooks/send.ts'
import { cleanUp } from '../support/clean-up.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { createPublisher, type Publication, type Publisher } from '../support/publish.ts'
import { createReceiver } from '../support/receiver.ts'
import { createTestRedis } from '../support/redis.ts'
import { createTestTopics } from '../support/topics.ts'

const wa = 'ocd-division/country:us/state:wa'
const bill = {
  id: 7,
  ocd_id: 'ocd-bill/7',
  identifier: 'HB 7',
  jurisdiction: wa,
  session: '2026',
  subjects: ['Education'],
}

let settings: Settings
let database: Database
let publisher: Publisher
let endpoints: Endpoints
let owner: Owner

beforeAll(async () => {
  const stored = await createTestDatabase({
    redis_url: await createTestRedis(),
    webhook_allow_insecure: true,
    webhook_secret_key: randomBytes(32).toString('base64'),
  })
  database = stored.database
  settings = await createTestTopics(stored.settings)
  publisher = await createPublisher(settings, database)
  const guard = createAddressGuard({ allow_insecure: true })
  const sender = createSender({ guard, clock: systemClock })
  cleanUp(sender.close)
  endpoints = createEndpoints({
    database,
    guard,
    sender,
    secrets: await openSecretBox(settings),
    clock: systemClock,
    logEnds: createLogEnds(createKafka(settings, 'legislog-test'), settings),
  })
  const { rows } = await database.query<Owner>(
    "INSERT INTO account.account (name, tier) VALUES ('acme', 'business') RETURNING id, tier",
  )
  owner = rows[0]!
})

async function startDispatcher(change: Partial<Settings> = {}): Promise<Dispatcher> {
  const own = { ...settings, ...change }
  const redis = {
    producer: createRedis(own, { for: 'producer' }),
    worker: createRedis(own, { for: 'worker' }),
  }
  const dispatcher = await createDispatcher({
    settings: own,
    database,
    redis,
    kafka: createKafka(own, 'legislog-webhooks-test'),
    codec: publisher.codec,
    log: createLog('test', process.env.LOG_LEVEL ?? 'silent'),
    clock: systemClock,
    metrics: createMetrics(),
  })
  await dispatcher.start()
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= dispatcher.stop().then(() => {
      redis.producer.disconnect()
      redis.worker.disconnect()
    })
    return stopped
  }
  cleanUp(stop)
  return { ...dispatcher, stop }
}

function action(number: number, change: { key?: string; backfill?: boolean } = {}): Publication {
  return {
    type: 'bill.action',
    key: change.key ?? bill.ocd_id,
    sequence: number,
    backfill: change.backfill ?? false,
    body: {
      id: bill.id,
      ocd_id: bill.ocd_id,
      bill,
      action: {
        id: `action-${number}`,
        date: '2026-02-01',
        chamber: 'lower',
        organization: null,
        description: `Read ${number} times`,
        classification: [],
        related_entities: [],
      },
    },
  }
}

function statusChange(number: number, from: string, to: string): Publication {
  return {
    type: 'bill.status_changed',
    key: bill.ocd_id,
    sequence: number,
    body: {
      id: bill.id,
      ocd_id: bill.ocd_id,
      bill,
      from,
      to,
      detail: null,
      date: '2026-02-01',
      action_id: null,
      progress: [],
    },
  }
}

function vote(number: number): Publication {
  return {
    type: 'vote.recorded',
    key: bill.ocd_id,
    sequence: number,
    body: {
      id: 1000 + number,
      ocd_id: `ocd-vote/${number}`,
      bill,
      vote: {
        jurisdiction: wa,
        session: '2026',
        chamber: 'lower',
        organization: null,
        identifier: '',
        motion_text: 'Final passage',
        motion_classification: ['passage'],
        start_date: '2026-02-02',
        end_date: null,
        result: 'pass',
        counts: [
          { option: 'yes', value: 58 },
          { option: 'no', value: 38 },
          { option: 'excused', value: 2 },
        ],
        votes: [],
        sources: [],
        dedupe_key: null,
        bill_action: null,
        extras: {},
      },
    },
  }
}

/** Everything published so far is written as events or passed over. */
async function caughtUp(): Promise<void> {
  const ends = await createLogEnds(createKafka(settings, 'legislog-test'), settings)()
  await eventually(async () => {
    const { rows } = await database.query<{ place: string; next: number }>(
      `SELECT topic || ':' || partition AS place, next FROM webhook.position`,
    )
    const next = new Map(rows.map((row) => [row.place, row.next]))
    return Object.entries(ends).every(([place, end]) => (next.get(place) ?? 0) >= end)
  })
}

async function newEndpoint(events: string[] = ['*']) {
  const receiver = await createReceiver()
  const { endpoint, secret } = await endpoints.create(owner, { url: receiver.url, events })
  return { receiver, endpoint, secret, eventsOf: () => receiver.received.map(({ body }) => JSON.parse(body)) }
}

describe('the dispatcher', () => {
  it('sends what happens after an endpoint was made, once, and neither backfill nor what came before', async () => {
    await publisher.publish([action(1)])
    const { receiver, secret, eventsOf } = await newEndpoint()
    receiver.answer({ kind: 'verify', secret })
    await publisher.publish([
      action(2, { backfill: true }),
      action(3),
      statusChange(4, 'introduced', 'in_committee'),
      statusChange(5, 'in_committee', 'in_committee'),
      vote(6),
    ])
    const dispatcher = await startDispatcher()
    await eventually(() => receiver.received.length >= 3)
    await caughtUp()
    await dispatcher.sweep()
    const events = eventsOf().sort((a, b) => (a.event < b.event ? -1 : 1))
    expect(events).toHaveLength(3)
    expect(events).toMatchObject([
      { event: 'bill.action', data: { bill_id: 7, identifier: 'HB 7', description: 'Read 3 times' } },
      { event: 'bill.status_changed', data: { bill_id: 7, from: 'introduced', to: 'in_committee' } },
      {
        event: 'vote.recorded',
        data: { bill_id: 7, vote_id: 1006, result: 'pass', yes: 58, no: 38, other: 2 },
      },
    ])
    for (const event of events) {
      expect(Object.keys(event)).toEqual(['id', 'event', 'data'])
      expect(Number.isSafeInteger(event.id)).toBe(true)
    }
    await dispatcher.stop()
  })

  it('sends nothing when the topics are replayed from their beginning', async () => {
    const { receiver } = await newEndpoint()
    let dispatcher = await startDispatcher()
    await publisher.publish(Array.from({ length: 50 }, (_, index) => action(100 + index)))
    await eventually(() => receiver.received.length === 50)
    await caughtUp()
    await dispatcher.stop()
    const before = await database.query(
      'SELECT key, event_id, endpoint_id FROM webhook.delivery ORDER BY key',
    )
    receiver.clear()
    await database.query('DELETE FROM webhook.position')
    dispatcher = await startDispatcher()
    await caughtUp()
    await dispatcher.sweep()
    await dispatcher.stop()
    expect(receiver.received).toHaveLength(0)
    const after = await database.query('SELECT key, event_id, endpoint_id FROM webhook.delivery ORDER BY key')
    expect(after.rows).toEqual(before.rows)
  })

  it('parks what cannot be read and lets the rest flow, of the same key too', async () => {
    const { receiver, eventsOf } = await newEndpoint()
    const dispatcher = await startDispatcher()
    await publisher.publish([
      { ...action(200), value: Buffer.from('not an event') },
      { ...action(201), headers: { ce_sequence: 'many' } },
      action(202),
    ])
    await eventually(() => receiver.received.length === 1)
    expect(eventsOf()).toMatchObject([{ data: { description: 'Read 202 times' } }])
    const { rows } = await database.query<{ code: string; key: string }>(
      'SELECT code, key FROM webhook.parked ORDER BY "offset"',
    )
    expect(rows).toEqual([
      { code: 'event_undecodable', key: bill.ocd_id },
      { code: 'event_undecodable', key: bill.ocd_id },
    ])
    await dispatcher.stop()
  })

  it('loses nothing when Redis is emptied while it works', async () => {
    const { receiver } = await newEndpoint()
    const dispatcher = await startDispatcher()
    const redis = new Redis(settings.redis_url)
    for (let round = 0; round < 10; round++) {
      await publisher.publish(Array.from({ length: 20 }, (_, index) => action(300 + 20 * round + index)))
      await redis.flushdb()
    }
    redis.disconnect()
    await caughtUp()
    await dispatcher.sweep()
    await eventually(() => receiver.received.length >= 200)
    expect(new Set(receiver.received.map(({ key }) => key)).size).toBe(200)
    await dispatcher.stop()
  })

  it('goes on reading and sending while Redis is away', async () => {
    const { receiver } = await newEndpoint()
    const dispatcher = await startDispatcher({ redis_url: 'redis://127.0.0.1:1' })
    await publisher.publish(Array.from({ length: 20 }, (_, index) => action(600 + index)))
    await eventually(() => receiver.received.length === 20)
    await dispatcher.stop()
  })

  it('runs in two processes that share the work and send each delivery once', async () => {
    const { receiver } = await newEndpoint()
    const dispatchers = await Promise.all([startDispatcher(), startDispatcher()])
    await publisher.publish(
      Array.from({ length: 200 }, (_, index) => action(700 + index, { key: `ocd-bill/k${index % 40}` })),
    )
    await eventually(() => receiver.received.length >= 200, { timeout_ms: 20_000 })
    await caughtUp()
    await Promise.all(dispatchers.map(({ stop }) => stop()))
    expect(receiver.received).toHaveLength(200)
    expect(new Set(receiver.received.map(({ key }) => key)).size).toBe(200)
  })

  it('sends again with the same key what a stopped dispatcher left', async () => {
    const { receiver } = await newEndpoint()
    receiver.answer({ kind: 'status', status: 503 })
    const first = await startDispatcher()
    await publisher.publish([action(900)])
    await eventually(() => receiver.received.length === 1)
    await first.stop()
    receiver.answer({ kind: 'ok' })
    await database.query("UPDATE webhook.delivery SET due_at = now() WHERE status = 'pending'")
    const second = await startDispatcher()
    await eventually(() => receiver.received.length === 2)
    await second.stop()
    expect(new Set(receiver.received.map(({ key }) => key)).size).toBe(1)
  })
})
