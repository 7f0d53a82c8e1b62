import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { acquireLease, findDueEndpoints, releaseLease } from '../../../webhooks/delivery/lease.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import {
  actionOf,
  actionsOf,
  createServedEndpoint,
  createWebhookService,
  type WebhookService,
} from '../../support/webhooks/webhook-service.ts'

const second = 1_000
const taker = () => ({ token: randomUUID(), holder: null })
/** Acts as if this much time had passed for the database. */
const passLease = (service: WebhookService, seconds: number) =>
  service.database.query(
    'UPDATE webhook.endpoint SET lease_until = lease_until - make_interval(secs => $1)',
    [seconds],
  )

describe('the lease of an endpoint', () => {
  it('lets a delivery repeat under the same key after a crash between send and commit', async () => {
    const { service, receiver, endpoint_id } = await createServedEndpoint()
    await service.fanOut([actionOf(1)])
    await acquireLease(service.database, endpoint_id, taker(), service.clock.now())
    const [waiting] = await service.deliveries()
    // The dead process sent the request and wrote nothing.
    const body = Buffer.from('{}')
    await service.sender.send({ url: receiver.url, secrets: [], key: waiting!.key, body })
    await service.sweep()
    expect(receiver.received).toHaveLength(1)
    await passLease(service, 20)
    await service.sweep()
    expect(receiver.keys()).toEqual([waiting!.key, waiting!.key])
    expect(await service.deliveries()).toMatchObject([{ status: 'delivered', attempt: 1 }])
  })

  it('lets one dispatcher at a time send to that endpoint, while others send to other endpoints', async () => {
    const { one, two, receivers, endpoint_ids } = await createTwoDispatchers(2)
    await one.fanOut(actionsOf(300))
    await Promise.all([one, two].flatMap(({ drain }) => endpoint_ids.map(drain)))
    await one.sweep()
    for (const { received } of receivers) expect(received).toHaveLength(300)
    expect(new Set(receivers.flatMap((receiver) => receiver.keys())).size).toBe(600)
    expect(one.results.length + two.results.length).toBe(600)
  })

  it('keeps the concurrency limit for any number of dispatchers', async () => {
    const { one, two, receivers, endpoint_ids } = await createTwoDispatchers(1)
    const [receiver] = receivers
    receiver!.answer({ kind: 'slow', ms: 20 })
    await one.database.query('UPDATE webhook.endpoint SET max_in_flight = 3')
    await one.fanOut(actionsOf(40))
    await Promise.all([one.drain(endpoint_ids[0]!), two.drain(endpoint_ids[0]!)])
    expect(receiver!.received).toHaveLength(40)
    expect(receiver!.most_at_once()).toBe(3)
  })

  it.each([
    ['ahead', 25 * second],
    ['behind', -25 * second],
  ])('is respected by a dispatcher whose clock is 25 s %s', async (_where, off_ms) => {
    const { one, two, receivers, endpoint_ids } = await createTwoDispatchers(1, off_ms)
    const [receiver] = receivers
    const [endpointId] = endpoint_ids
    receiver!.answer({ kind: 'slow', ms: 20 })
    await one.database.query('UPDATE webhook.endpoint SET max_in_flight = 3')
    const first = off_ms > 0 ? one : two
    await first.fanOut(actionsOf(60))
    const sent = one.drain(endpointId!)
    await eventually(() => receiver!.received.length > 0)
    for (const { database, clock } of [one, two]) {
      expect(await findDueEndpoints(database, clock.now())).toEqual([])
      expect(await acquireLease(database, endpointId!, taker(), clock.now())).toBeUndefined()
    }
    await Promise.all([sent, two.drain(endpointId!), two.sweep()])
    expect(receiver!.received).toHaveLength(60)
    expect(new Set(receiver!.keys()).size).toBe(60)
    expect(receiver!.most_at_once()).toBe(3)
    expect(two.results).toEqual([])
  })

  it('passes the rate limit on between dispatchers whose clocks are 25 s apart', async () => {
    const { one, two, endpoint_ids } = await createTwoDispatchers(1, -25 * second)
    const [endpointId] = endpoint_ids
    await one.database.query('UPDATE webhook.endpoint SET rate_limit_per_s = 1')
    await two.fanOut([actionOf(1)])
    await one.drain(endpointId!)
    const lease = taker()
    for (const { database, clock } of [one, two]) {
      const held = await acquireLease(database, endpointId!, lease, clock.now())
      expect(held!.sent_ms_ago).toBeGreaterThan(0)
      expect(held!.sent_ms_ago).toBeLessThan(20 * second)
    }
    await releaseLease(two.database, endpointId!, lease.token, two.clock.now(), 400)
    const before_ms = two.clock.now().getTime()
    await two.fanOut([actionOf(2)])
    await two.drain(endpointId!)
    expect(two.results).toHaveLength(1)
    expect(two.clock.now().getTime() - before_ms).toBeLessThanOrEqual(600)
  })

  it('is renewed in time, so a slow drain stays with its dispatcher', async () => {
    const { service, receiver, endpoint_id } = await createServedEndpoint()
    await service.database.query('UPDATE webhook.endpoint SET max_in_flight = 1')
    await service.fanOut(actionsOf(10))
    const quick = service.sender.send
    Object.assign(service.sender, {
      send: async (sending: Parameters<typeof quick>[0]) => {
        // Each attempt takes five seconds.
        service.clock.advance(5 * second)
        await passLease(service, 5)
        const other = await acquireLease(service.database, endpoint_id, taker(), service.clock.now())
        expect(other).toBeUndefined()
        return quick(sending)
      },
    })
    await service.drain(endpoint_id)
    expect(receiver.received).toHaveLength(10)
    const { rows } = await service.database.query('SELECT lease_token, lease_until FROM webhook.endpoint')
    expect(rows).toEqual([{ lease_token: null, lease_until: null }])
  })

  it.each([
    ['the process was stopped for too long', 20 * second],
    ['its clock was set back', -3_600 * second],
  ])('ends the turn before the next attempt if it is lost because %s', async (_why, by_ms) => {
    const { service, receiver, endpoint_id } = await createServedEndpoint()
    await service.database.query('UPDATE webhook.endpoint SET max_in_flight = 1')
    await service.fanOut(actionsOf(10))
    const other = randomUUID()
    const quick = service.sender.send
    let sent = 0
    Object.assign(service.sender, {
      send: async (sending: Parameters<typeof quick>[0]) => {
        sent += 1
        if (sent === 3) {
          service.clock.advance(by_ms)
          await passLease(service, 20)
          expect(
            await acquireLease(
              service.database,
              endpoint_id,
              { token: other, holder: null },
              service.clock.now(),
            ),
          ).toBeDefined()
        }
        return quick(sending)
      },
    })
    await service.drain(endpoint_id)
    expect(receiver.received).toHaveLength(3)
    const { rows } = await service.database.query('SELECT lease_token FROM webhook.endpoint')
    expect(rows).toEqual([{ lease_token: other }])
  })

  it('never lets a late failure undo a success', async () => {
    const { service, receiver, endpoint_id } = await createServedEndpoint(
      { kind: 'hang-before-headers' },
      { deadline_ms: 500 },
    )
    await service.fanOut([actionOf(1)])
    const late = service.drain(endpoint_id)
    while (receiver.received.length === 0) await new Promise((done) => setImmediate(done))
    await service.database.query(
      "UPDATE webhook.delivery SET status = 'delivered', attempt = 1, last_status = 200",
    )
    await late
    expect(await service.deliveries()).toMatchObject([{ status: 'delivered', last_status: 200 }])
    expect(await service.attempts()).toMatchObject([{ outcome: 'retried', error: 'timeout' }])
  })
})

/** Two dispatchers on one database with the same endpoints; the clock of the second is off by `off_ms`. */
async function createTwoDispatchers(endpoints: number, off_ms = 0) {
  const stored = await createTestDatabase()
  const key = randomBytes(32)
  const one = await createWebhookService({ database: stored, key })
  const clock = createManualClock(new Date(one.clock.now().getTime() + off_ms).toISOString())
  const two = await createWebhookService({ database: stored, key, clock })
  const receivers = await Promise.all(Array.from({ length: endpoints }, () => createReceiver()))
  const endpointIds: number[] = []
  for (const { url } of receivers)
    endpointIds.push((await one.endpoints.create(one.owner, { url, events: ['*'] })).endpoint.id)
  return { one, two, receivers, endpoint_ids: endpointIds }
}
