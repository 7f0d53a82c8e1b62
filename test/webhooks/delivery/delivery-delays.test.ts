import { describe, expect, it } from 'vitest'
import { delayClassOf } from '../../../runtime/delays/delay-classes.ts'
import { createLog } from '../../../runtime/log.ts'
import { createDeliveryDelays, readDatabaseClockLead } from '../../../webhooks/delivery/delivery-delays.ts'
import { resend } from '../../../webhooks/delivery-log/resend.ts'
import { stepReplay } from '../../../webhooks/replay/replay-step.ts'
import { createReplay } from '../../../webhooks/replay/replays.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { actionOf, createServedEndpoint } from '../../support/webhooks/webhook-service.ts'

type Served = Awaited<ReturnType<typeof createServedEndpoint>>
const minute = 60_000
let next = 1

/** Adds events that are recorded a minute after everything before. */
async function emit({ service }: Served, count = 1): Promise<void> {
  service.clock.advance(minute)
  const recordedAt = service.clock.now().toISOString().replace('Z', '000Z')
  const events = Array.from({ length: count }, () => ({ ...actionOf(next++), recorded_at: recordedAt }))
  service.clock.advance(10)
  await service.fanOut(events)
}

/** An endpoint whose last change has a time of the service clock, which also records the events here. */
async function createPromptEndpoint(...options: Parameters<typeof createServedEndpoint>): Promise<Served> {
  const served = await createServedEndpoint(...options)
  await changedNow(served)
  return served
}

const changedNow = ({ service }: Served) =>
  service.database.query('UPDATE webhook.endpoint SET updated_at = $1', [service.clock.now()])

describe('the delay metric of deliveries', () => {
  it('counts a delivery that succeeds at its first attempt', async () => {
    const served = await createPromptEndpoint()
    const { service, receiver } = served
    await emit(served, 3)
    await service.sweep()
    expect(service.prompt.toSorted()).toEqual(receiver.keys().toSorted())
    expect(service.prompt).toHaveLength(3)
  })

  it('ignores deliveries that waited because their endpoint was failing', async () => {
    const served = await createPromptEndpoint({ kind: 'status', status: 503 })
    const { service, receiver } = served
    await service.database.query('UPDATE webhook.endpoint SET max_in_flight = 1')
    await emit(served, 10)
    await service.sweep()
    receiver.answer({ kind: 'ok' })
    for (let round = 0; round < 5; round++) {
      service.clock.advance(minute)
      await service.sweep()
    }
    expect((await service.deliveries()).map(({ status }) => status)).toEqual(Array(10).fill('delivered'))
    // Deliveries after the fifth succeeded at their first attempt.
    expect((await service.deliveries()).filter(({ attempt }) => attempt === 1).length).toBeGreaterThan(3)
    expect(service.prompt).toEqual([])
    await emit(served, 2)
    await service.sweep()
    expect(service.prompt).toHaveLength(2)
  })

  it('ignores deliveries that waited while the endpoint was paused', async () => {
    const served = await createPromptEndpoint()
    const { service, endpoint_id } = served
    await service.endpoints.pause(service.owner, endpoint_id)
    await emit(served)
    service.clock.advance(minute)
    await service.endpoints.resume(service.owner, endpoint_id)
    await changedNow(served)
    await service.sweep()
    expect([served.receiver.received.length, service.prompt.length]).toEqual([1, 0])
  })

  it('ignores deliveries that are slowed by the rate limit of their owner', async () => {
    const served = await createPromptEndpoint()
    await served.service.database.query('UPDATE webhook.endpoint SET rate_limit_per_s = 100')
    await emit(served, 2)
    await served.service.sweep()
    expect([served.receiver.received.length, served.service.prompt.length]).toEqual([2, 0])
  })

  it('ignores deliveries that are resent or replayed', async () => {
    const served = await createPromptEndpoint()
    const { service, receiver, endpoint_id } = served
    await emit(served)
    await service.sweep()
    expect(service.prompt).toHaveLength(1)
    service.clock.advance(minute)
    const now = () => service.clock.now()
    for (const newKey of [true, false]) {
      await resend(service.database, service.owner, receiver.keys()[0]!, { new_key: newKey, now: now() })
    }
    await service.sweep()
    expect([receiver.received.length, service.prompt.length]).toEqual([3, 1])

    await service.database.query("UPDATE webhook.delivery SET status = 'skipped', attempt = 0 WHERE copy = 0")
    service.clock.advance(minute)
    const all = { since: '2026-01-01T00:00:00Z', until: null, status: null, events: null }
    await createReplay(service.database, service.owner, endpoint_id, all, { is_dry_run: false, now: now() })
    await stepReplay(service.database, now())
    await service.sweep()
    expect([receiver.received.length, service.prompt.length]).toEqual([4, 1])
  })
})

describe('a measured delivery delay', () => {
  it('runs from the record to the answer by the clock that stamped the record, even if the host clock is wrong', async () => {
    const { database } = await createTestDatabase()
    // An hour slow.
    const clock = { now: () => new Date(Date.now() - 3_600_000) }
    expect(Math.round((await readDatabaseClockLead(database, clock)) / 60_000)).toBe(60)
    const delays = createDeliveryDelays({ database, clock, log: createLog('test', 'silent') })
    const deliver = (jurisdiction: string | null) => {
      const recordedAt = new Date(Date.now() - 5_000).toISOString()
      delays.onOwnDelay({ jurisdiction, recorded_at: recordedAt }, { at: clock.now(), duration_ms: 300 })
    }
    // Nothing is counted until the difference is known.
    deliver('too early')
    await delays.start()
    deliver(null)
    deliver('wa')
    await delays.stop()
    const { rows } = await database.query<{ target: string; jurisdiction: string; counts: number[] }>(
      'SELECT target, jurisdiction, counts FROM control.delay_count',
    )
    expect(rows).toMatchObject([{ target: 'webhook', jurisdiction: 'wa' }])
    expect(rows[0]!.counts.findIndex((count) => count > 0)).toBe(delayClassOf(5_300))
  })
})
