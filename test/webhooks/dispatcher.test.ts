import { describe, expect, it } from 'vitest'
import { action, statusChange, vote } from '../support/builders/webhook-events.ts'
import { eventually } from '../support/harness/eventually.ts'
import { createDispatcherWorld } from '../support/webhooks/dispatcher-world.ts'

const world = await createDispatcherWorld()

describe('the dispatcher', () => {
  it('sends each event after the creation of an endpoint once, but no backfill and no earlier events', async () => {
    await world.publisher.publish([action(1)])
    const { receiver, secret, eventsOf } = await world.newEndpoint()
    receiver.answer({ kind: 'verify', secret })
    await world.publisher.publish([
      action(2, { backfill: true }),
      action(3),
      statusChange(4, 'introduced', 'in_committee'),
      statusChange(5, 'in_committee', 'in_committee'),
      vote(6),
    ])
    const dispatcher = await world.start()
    await eventually(() => receiver.received.length >= 3)
    await world.caughtUp()
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

  it('sends nothing when the topics are replayed from the beginning', async () => {
    const { receiver } = await world.newEndpoint()
    let dispatcher = await world.start()
    await world.publisher.publish(Array.from({ length: 50 }, (_, index) => action(100 + index)))
    await eventually(() => receiver.received.length === 50)
    await world.caughtUp()
    await dispatcher.stop()
    const before = await world.database.query(
      'SELECT key, event_id, endpoint_id FROM webhook.delivery ORDER BY key',
    )
    receiver.clear()
    await world.database.query('DELETE FROM webhook.position')
    dispatcher = await world.start()
    await world.caughtUp()
    await dispatcher.sweep()
    await dispatcher.stop()
    expect(receiver.received).toHaveLength(0)
    const after = await world.database.query(
      'SELECT key, event_id, endpoint_id FROM webhook.delivery ORDER BY key',
    )
    expect(after.rows).toEqual(before.rows)
  })

  it('parks an unreadable event, so later events of its key wait and all others are sent', async () => {
    const { receiver, eventsOf } = await world.newEndpoint()
    const dispatcher = await world.start()
    const poisoned = { bill_id: 9 }
    await world.publisher.publish([
      { ...action(1, poisoned), value: Buffer.from('not an event') },
      { ...action(2, poisoned), headers: { ce_sequence: 'many' } },
      action(3, poisoned),
      action(202),
    ])
    await eventually(() => receiver.received.length === 1)
    expect(eventsOf()).toMatchObject([{ data: { description: 'Read 202 times' } }])
    const { rows } = await world.database.query<{ code: string; key: string }>(
      'SELECT code, key FROM webhook.parked_event ORDER BY "offset"',
    )
    expect(rows).toEqual(Array(2).fill({ code: 'event_undecodable', key: 'ocd-bill/9' }))
    const held = () => world.database.query('SELECT FROM webhook.deferred_event')
    await eventually(async () => (await held()).rowCount === 1)
    await dispatcher.stop()
    await world.database.query('DELETE FROM webhook.deferred_event')
  })

  it('runs in two processes that share the work and send each delivery once', async () => {
    const { receiver } = await world.newEndpoint()
    const dispatchers = await Promise.all([world.start(), world.start()])
    await world.publisher.publish(
      Array.from({ length: 200 }, (_, index) => action(700 + index, { bill_id: 2_000 + (index % 40) })),
    )
    await eventually(() => receiver.received.length >= 200, { timeout_ms: 20_000 })
    await world.caughtUp()
    await Promise.all(dispatchers.map(({ stop }) => stop()))
    expect(receiver.received).toHaveLength(200)
    expect(new Set(receiver.received.map(({ key }) => key)).size).toBe(200)
  })

  it('resends the deliveries that a stopped dispatcher left, under the same keys', async () => {
    const { receiver } = await world.newEndpoint()
    receiver.answer({ kind: 'status', status: 503 })
    const first = await world.start()
    await world.publisher.publish([action(900)])
    await eventually(() => receiver.received.length === 1)
    await first.stop()
    receiver.answer({ kind: 'ok' })
    await world.database.query("UPDATE webhook.delivery SET due_at = now() WHERE status = 'pending'")
    const second = await world.start()
    await eventually(() => receiver.received.length === 2)
    await second.stop()
    expect(new Set(receiver.received.map(({ key }) => key)).size).toBe(1)
  })

  it('stops sending to an endpoint that is disabled in the middle of its backlog', async () => {
    const { receiver, id } = await world.newEndpoint()
    receiver.answer({ kind: 'slow', ms: 20 })
    const dispatcher = await world.start()
    await world.publisher.publish(Array.from({ length: 600 }, (_, index) => action(2000 + index)))
    await eventually(() => receiver.received.length > 20)
    await world.endpoints.disable(world.owner, id)
    const { rows } = await world.database.query<{ status: string }>(
      "SELECT DISTINCT status FROM webhook.delivery WHERE endpoint_id = $1 AND status = 'pending'",
      [id],
    )
    await world.caughtUp()
    await dispatcher.stop()
    expect(rows.length).toBeLessThanOrEqual(1)
    expect(receiver.received.length).toBeLessThan(300)
  })

  it('reports the waiting deliveries, their age, and the outcomes of attempts', async () => {
    const { receiver } = await world.newEndpoint()
    receiver.answer({ kind: 'status', status: 500 })
    const dispatcher = await world.start()
    await world.publisher.publish([action(3000)])
    await eventually(async () => {
      const text = await dispatcher.metrics.metrics()
      expect(text).toMatch(/legislog_webhook_attempts_total\{outcome="retried",class="5xx"\} [1-9]/)
      expect(text).toMatch(/legislog_webhook_pending\{state="scheduled"\} [1-9]/)
      expect(text).toMatch(/legislog_webhook_oldest_due_seconds \d/)
      expect(text).toMatch(/legislog_webhook_in_flight \d/)
      expect(text).toMatch(/legislog_webhook_blocked_total 0/)
      expect(text).toMatch(/legislog_webhook_endpoints\{state="enabled"\} [1-9]/)
      return true
    })
    await dispatcher.stop()
  })
})
