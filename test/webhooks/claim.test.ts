import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { claimDue, LEASE_MS } from '../../webhooks/claim.ts'
import { createTestDatabase } from '../support/database.ts'
import { createReceiver } from '../support/receiver.ts'
import {
  actionOf,
  actionsOf,
  createServedEndpoint,
  createWebhookService,
} from '../support/webhook-service.ts'

const second = 1_000

describe('leases', () => {
  it('repeat a delivery with the same key after a crash between send and commit', async () => {
    const { service, receiver, endpoint_id } = await createServedEndpoint()
    await service.fanOut([actionOf(1)])
    const claim = await claimDue(service.database, endpoint_id, service.clock.now())
    const [claimed] = claim!.deliveries
    // What the dead process did: it sent, and wrote nothing.
    await service.sender.send({ url: receiver.url, secrets: [], key: claimed!.key, body: claimed!.body })
    await service.sweep()
    expect(receiver.received).toHaveLength(1)
    service.clock.advance(LEASE_MS)
    await service.sweep()
    expect(receiver.keys()).toEqual([claimed!.key, claimed!.key])
    expect(await service.deliveries()).toMatchObject([{ status: 'delivered', attempt: 1 }])
  })

  it('share deliveries between two dispatchers: each is sent once', async () => {
    const stored = await createTestDatabase()
    const key = randomBytes(32)
    const one = await createWebhookService({ database: stored, key })
    const two = await createWebhookService({ database: stored, key, clock: one.clock })
    const receiver = await createReceiver()
    const { endpoint } = await one.endpoints.create(one.owner, { url: receiver.url, events: ['*'] })
    await one.fanOut(actionsOf(500))
    await Promise.all([one.drain(endpoint.id), two.drain(endpoint.id)])
    expect(receiver.received).toHaveLength(500)
    expect(new Set(receiver.keys()).size).toBe(500)
    expect(one.results.length + two.results.length).toBe(500)
    expect(Math.min(one.results.length, two.results.length)).toBeGreaterThan(0)
  })

  it('are given back where too little of one is left for another attempt', async () => {
    const { service, receiver, endpoint_id } = await createServedEndpoint()
    await service.database.query('UPDATE webhook.endpoint SET max_in_flight = 1')
    await service.fanOut(actionsOf(10))
    receiver.answer({ kind: 'ok' })
    const slow = service.sender.send
    let sent = 0
    Object.assign(service.sender, {
      send: (sending: Parameters<typeof slow>[0]) => {
        sent += 1
        // Each attempt takes five seconds.
        if (sent <= 4) service.clock.advance(5 * second)
        return slow(sending)
      },
    })
    await service.drain(endpoint_id)
    expect(receiver.received).toHaveLength(3)
    const deliveries = await service.deliveries()
    expect(deliveries.filter(({ status }) => status === 'pending')).toHaveLength(7)
    expect(deliveries.every(({ lease_until }) => lease_until === null)).toBe(true)
    await service.drain(endpoint_id)
    expect(receiver.received).toHaveLength(10)
    expect(new Set(receiver.keys()).size).toBe(10)
  })

  it('never let a late failure undo a success', async () => {
    const { service, receiver, endpoint_id } = await createServedEndpoint(
      { kind: 'hang-before-headers' },
      {
        deadline_ms: 500,
      },
    )
    await service.fanOut([actionOf(1)])
    const late = service.drain(endpoint_id)
    while (receiver.received.length === 0) await new Promise((done) => setImmediate(done))
    receiver.answer({ kind: 'ok' })
    service.clock.advance(LEASE_MS)
    const claim = await claimDue(service.database, endpoint_id, service.clock.now())
    expect(claim?.deliveries).toHaveLength(1)
    await service.database.query(
      "UPDATE webhook.delivery SET status = 'delivered', attempt = 1, lease_until = NULL, last_status = 200",
    )
    await late
    expect(await service.deliveries()).toMatchObject([{ status: 'delivered', last_status: 200 }])
    expect(await service.attempts()).toMatchObject([{ outcome: 'retried', error: 'timeout' }])
  })
})
