import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../runtime/durations.ts'
import { createLog } from '../../../runtime/log.ts'
import { inTransaction } from '../../../runtime/postgres/postgres.ts'
import { isTransient } from '../../../runtime/postgres/transient.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { lockPositions } from '../../../webhooks/log/positions.ts'
import { stepReplay } from '../../../webhooks/replay/replay-step.ts'
import { createReplay } from '../../../webhooks/replay/replays.ts'
import { follow } from '../../../webhooks/subscriptions/follows.ts'
import { createUpkeepLoop } from '../../../webhooks/upkeep/upkeep-loop.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { endLockHolders, waitingForLocks } from '../../support/stores/lock-holders.ts'
import {
  actionsOf,
  createServedEndpoint,
  type WebhookService,
} from '../../support/webhooks/webhook-service.ts'

const choresOf = (service: WebhookService, kept: Partial<Settings> = {}) =>
  createUpkeepLoop({
    database: service.database,
    settings: { ...service.settings, ...kept },
    clock: service.clock,
    log: createLog('test', 'silent'),
    wake: () => {},
  })

async function counted({ database }: WebhookService) {
  const { rows } = await database.query(
    `SELECT (SELECT count(*) FROM webhook.event) AS events,
       (SELECT count(*) FROM webhook.event WHERE body IS NOT NULL) AS bodies,
       (SELECT count(*) FROM webhook.delivery) AS deliveries,
       (SELECT count(*) FROM webhook.attempt) AS attempts`,
  )
  return rows[0]
}

/** Events with the time of the service clock, because keys begin with the time of their event. */
const eventsOfNow = ({ clock }: WebhookService, count: number, first: number) =>
  actionsOf(count, first).map((event) => ({ ...event, recorded_at: clock.now().toISOString() }))

describe('an expired row', () => {
  it('is deleted: bodies after 30 days, deliveries and attempts after 90 (case 52)', async () => {
    const { service, receiver } = await createServedEndpoint()
    await service.fanOut(eventsOfNow(service, 5, 1))
    await service.sweep()
    service.clock.advance(30 * DAY_MS)
    await service.fanOut(eventsOfNow(service, 2, 10))
    await service.sweep()
    const { clean } = choresOf(service)
    expect(await clean()).toBe(true)
    expect(await counted(service)).toEqual({ events: 7, bodies: 7, deliveries: 7, attempts: 7 })
    service.clock.advance(2 * DAY_MS)
    await clean()
    expect(await counted(service)).toEqual({ events: 7, bodies: 2, deliveries: 7, attempts: 7 })
    service.clock.advance(60 * DAY_MS)
    await clean()
    expect(await counted(service)).toEqual({ events: 7, bodies: 0, deliveries: 2, attempts: 2 })
    service.clock.advance(60 * DAY_MS)
    await clean()
    expect(await counted(service)).toEqual({ events: 7, bodies: 0, deliveries: 0, attempts: 0 })
    // The remaining rows prevent a second delivery when the log is replayed.
    await service.fanOut(eventsOfNow(service, 5, 1))
    await service.sweep()
    expect(receiver.received).toHaveLength(7)
  })

  it('is never a waiting delivery or its body', async () => {
    const { service, receiver, endpoint_id } = await createServedEndpoint({ kind: 'status', status: 503 })
    await service.fanOut(eventsOfNow(service, 3, 1))
    await service.sweep()
    await service.endpoints.pause(service.owner, endpoint_id)
    service.clock.advance(200 * DAY_MS)
    // The row says that it was paused less than a week ago.
    await service.database.query('UPDATE webhook.endpoint SET status_at = $1', [service.clock.now()])
    await choresOf(service).clean()
    expect(await counted(service)).toMatchObject({ bodies: 3, deliveries: 3, attempts: 0 })
    receiver.answer({ kind: 'ok' })
    receiver.clear()
    await service.endpoints.resume(service.owner, endpoint_id)
    await service.sweep()
    expect(receiver.received).toHaveLength(3)
  })

  it('is deleted in pieces, by one process at a time', async () => {
    const { service } = await createServedEndpoint()
    await service.database.query(
      `WITH event AS (
         INSERT INTO webhook.event (ce_id, type, recorded_at, body, created_at)
         SELECT 'old ' || n, 'bill.action', '2024-01-01', '{}', '2024-01-01' FROM generate_series(1, 4500) n
         RETURNING id
       ), delivery AS (
         INSERT INTO webhook.delivery (key, event_id, endpoint_id, status, due_at, created_at, updated_at)
         SELECT 'dlv_018cc251f400' || lpad(to_hex(event.id), 20, '0'), event.id, endpoint.id, 'delivered',
           '2024-01-01', '2024-01-01', '2024-01-01' FROM event, webhook.endpoint RETURNING key
       )
       INSERT INTO webhook.attempt (delivery_key, attempt, at, duration_ms, outcome)
       SELECT key, 1, '2024-01-01', 5, 'delivered' FROM delivery`,
    )
    const done = await Promise.all([choresOf(service).clean(), choresOf(service).clean()])
    expect(done).toContain(true)
    expect(await counted(service)).toEqual({ events: 4_500, bodies: 0, deliveries: 0, attempts: 0 })
    expect(await choresOf(service).clean()).toBe(true)
  })

  it('is deleted while others register and follow, and no transaction waits for another', async () => {
    const { service } = await createServedEndpoint()
    const { database, clock, owner } = service
    await service.fanOut(eventsOfNow(service, 1, 1))
    await service.sweep()
    clock.advance(40 * DAY_MS)
    const { clean } = choresOf(service)
    await inTransaction(database, async (client) => {
      await lockPositions(client)
      expect(await clean()).toBe(true)
    })
    expect(await counted(service)).toMatchObject({ bodies: 0 })

    await service.fanOut(eventsOfNow(service, 1, 2))
    await service.sweep()
    clock.advance(40 * DAY_MS)
    let cleaning: Promise<boolean> | undefined
    await inTransaction(database, async (client) => {
      await client.query('SELECT FROM webhook.event FOR UPDATE')
      cleaning = clean()
      await eventually(async () => (await waitingForLocks(database)) === 1)
      // A wait for the lock must fail, not block the test.
      await client.query("SET LOCAL lock_timeout = '1s'")
      await lockPositions(client)
      expect(await follow(database, owner, 7, clock.now())).toMatchObject({ is_new: true })
    })
    expect(await cleaning).toBe(true)
  })

  it('is deleted by the next run if Postgres ends the session that has the cleaning lock', async () => {
    const { service } = await createServedEndpoint()
    const { database, clock } = service
    await service.fanOut(eventsOfNow(service, 1, 1))
    await service.sweep()
    clock.advance(40 * DAY_MS)
    const { clean } = choresOf(service)
    let cleaning: Promise<unknown> | undefined
    await inTransaction(database, async (client) => {
      await client.query('SELECT FROM webhook.event FOR UPDATE')
      cleaning = clean().catch((error: unknown) => error)
      await eventually(async () => (await waitingForLocks(database)) === 1)
      expect(await endLockHolders(database)).toBe(1)
    })
    expect(isTransient(await cleaning)).toBe(true)
    expect(await clean()).toBe(true)
  })

  it('is never the delivery of a body that can be replayed, even if deliveries expire earlier', async () => {
    const { service, receiver, endpoint_id } = await createServedEndpoint()
    const { database, clock } = service
    const { clean } = choresOf(service, { webhook_attempt_keep_days: 7 })
    await service.fanOut(eventsOfNow(service, 3, 1))
    await service.sweep()
    const since = clock.now().toISOString()
    clock.advance(20 * DAY_MS)
    await clean()
    expect(await counted(service)).toEqual({ events: 3, bodies: 3, deliveries: 3, attempts: 0 })
    // One of them also waits elsewhere for longer than bodies are kept.
    await database.query(
      `INSERT INTO webhook.delivery (key, event_id, endpoint_id, copy, status, due_at, created_at, updated_at)
       SELECT key || 'x', event_id, endpoint_id, 1, 'pending', $1, created_at, created_at
       FROM webhook.delivery ORDER BY event_id LIMIT 1`,
      [new Date(clock.now().getTime() + 400 * DAY_MS)],
    )
    const replayed = async () => {
      const wanted = { since, until: null, status: null, events: null }
      const options = { is_dry_run: false, now: clock.now() }
      await createReplay(database, service.owner, endpoint_id, wanted, options)
      return (await stepReplay(database, clock.now()))?.queued
    }
    expect(await replayed()).toBe(0)
    clock.advance(20 * DAY_MS)
    await clean()
    expect(await counted(service)).toEqual({ events: 3, bodies: 1, deliveries: 2, attempts: 0 })
    expect(await replayed()).toBe(0)
    expect(receiver.received).toHaveLength(3)
  })

  it('can also be an ended replay, a notice, or the tombstone of an endpoint or follow', async () => {
    // This is so long ago that everything has also expired by the clock of the database.
    const past = createManualClock('2025-01-01T09:00:00Z')
    const { service } = await createServedEndpoint({ kind: 'ok' }, { clock: past })
    const { database, clock } = service
    await database.query(
      `INSERT INTO webhook.replay (endpoint_id, request, is_dry_run, status, first_id, last_id, scanned_id, next_at,
         created_at, updated_at, finished_at)
       SELECT id, '{}', true, state, 0, 0, 0, $1, $1, $1, $1
       FROM webhook.endpoint, unnest(ARRAY['done', 'running']) AS state`,
      [clock.now()],
    )
    await database.query(
      `INSERT INTO webhook.follow (account_id, bill_id, created_at, updated_at, removed_at)
       VALUES (1, 1, $1, $1, $1), (1, 2, $1, $1, NULL)`,
      [clock.now()],
    )
    await database.query('INSERT INTO webhook.removed_endpoint VALUES (1, 999, $1)', [clock.now()])
    clock.advance(100 * DAY_MS)
    await choresOf(service).clean()
    const count = async (table: string) => (await database.query(`SELECT FROM webhook.${table}`)).rowCount
    const left = async () => [await count('replay'), await count('follow'), await count('removed_endpoint')]
    expect(await left()).toEqual([1, 2, 1])
    // Tombstones are kept a day longer than documented.
    clock.advance(301 * DAY_MS)
    await choresOf(service).clean()
    expect(await left()).toEqual([1, 2, 1])
    clock.advance(1)
    await choresOf(service).clean()
    expect(await left()).toEqual([1, 1, 0])
  })

  it('is found by index ranges', async () => {
    const { service } = await createServedEndpoint()
    // Postgres would use these plans for an empty table.
    const planOf = (text: string) =>
      inTransaction(service.database, async (client) => {
        await client.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off')
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      })
    expect(
      await planOf(
        "SELECT id FROM webhook.event WHERE body IS NOT NULL AND created_at < '2024-01-01' ORDER BY created_at, id LIMIT 9",
      ),
    ).toContain('event_with_body')
    expect(
      await planOf("SELECT key FROM webhook.delivery WHERE key > '' AND key < 'dlv_0' ORDER BY key LIMIT 9"),
    ).toContain('delivery_pkey')
    expect(
      await planOf("SELECT FROM webhook.attempt WHERE delivery_key < 'dlv_0' AND at < '2024-01-01' LIMIT 9"),
    ).toContain('attempt_delivery')
  })
})
