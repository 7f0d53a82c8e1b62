import { describe, expect, it } from 'vitest'
import { createDispatcherWorld } from '../support/dispatcher-world.ts'
import { eventually } from '../support/eventually.ts'
import { killOnce, startMain } from '../support/main-process.ts'
import { action } from '../support/webhook-events.ts'

const world = await createDispatcherWorld()

const startDispatcher = () => startMain(['webhooks'], world.settings, { LOG_LEVEL: 'warn' })

describe('a dispatcher that is killed', () => {
  it('loses nothing, and repeats only what it had in hand, with the same key', async () => {
    const count = 1_000
    const { receiver } = await world.newEndpoint()
    receiver.answer({ kind: 'slow', ms: 3 })
    await world.publisher.publish(Array.from({ length: count }, (_, index) => action(index + 1)))
    await killOnce(startDispatcher(), () => receiver.received.length > 100, {
      timeout_ms: 30_000,
      interval_ms: 2,
    })
    const atKill = receiver.received.length
    expect(atKill).toBeLessThan(count)
    // What it had leased is due when the lease ends: that moment is brought forward.
    await world.database.query(
      'UPDATE webhook.endpoint SET lease_until = now() WHERE lease_until IS NOT NULL',
    )
    startDispatcher()
    const keys = () => new Set(receiver.received.map(({ key }) => key))
    await eventually(() => keys().size === count, { timeout_ms: 30_000 })
    await eventually(async () => {
      const { rows } = await world.database.query<{ status: string; count: number }>(
        'SELECT status, count(*) AS count FROM webhook.delivery GROUP BY status',
      )
      expect(rows).toEqual([{ status: 'delivered', count }])
      return true
    })
    const { rows } = await world.database.query<{ key: string }>('SELECT key FROM webhook.delivery')
    expect(keys()).toEqual(new Set(rows.map(({ key }) => key)))
    expect(receiver.received.length - count).toBeLessThanOrEqual(100)
  })
})
