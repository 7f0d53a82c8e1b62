import { describe, expect, it } from 'vitest'
import { nextDueIn } from '../../../webhooks/delivery/lease.ts'
import type { Mode } from '../../support/fakes/receiver.ts'
import {
  actionOf,
  actionsOf,
  createServedEndpoint,
  type WebhookService,
} from '../../support/webhooks/webhook-service.ts'

const second = 1_000
const minute = 60 * second
const failing: Mode = { kind: 'status', status: 500 }

/** Moves the clock as the dispatcher does, from one due time to the next. */
async function letPass(service: WebhookService, ms: number): Promise<void> {
  const until_ms = service.clock.now().getTime() + ms
  for (;;) {
    const left_ms = until_ms - service.clock.now().getTime()
    const wait_ms = Math.ceil((await nextDueIn(service.database, service.clock.now())) ?? left_ms) + 1
    service.clock.advance(Math.min(wait_ms, left_ms))
    await service.sweep()
    if (wait_ms >= left_ms) return
  }
}

const pendingOf = async (service: WebhookService) =>
  (await service.deliveries()).filter(({ status }) => status === 'pending')

/** Attempts of each delivery, as they are numbered. */
async function attemptsOf(service: WebhookService): Promise<Map<string, number[]>> {
  const { rows } = await service.database.query<{ key: string; numbers: number[] }>(
    `SELECT delivery_key AS key, array_agg(attempt ORDER BY at, attempt) AS numbers FROM webhook.attempt
     GROUP BY delivery_key`,
  )
  return new Map(rows.map(({ key, numbers }) => [key, numbers]))
}

describe('an endpoint that recovers', () => {
  it.each([10 * second, minute, 8 * minute])(
    'receives everything within ten seconds after an outage of %i ms, with twenty in flight',
    async (outage_ms) => {
      const { service, receiver, endpoint_id } = await createServedEndpoint(failing)
      await service.database.query('UPDATE webhook.endpoint SET max_in_flight = 20')
      await service.fanOut(actionsOf(200))
      await service.sweep()
      const { failures_in_row } = await service.endpoints.get(service.owner, endpoint_id)
      expect(failures_in_row).toBe(5)
      expect(await nextDueIn(service.database, service.clock.now())).toBeLessThan(6 * second)
      await letPass(service, outage_ms)
      receiver.answer({ kind: 'ok' })
      await letPass(service, 10 * second)
      expect(await pendingOf(service)).toEqual([])
      const deliveries = await service.deliveries()
      expect(deliveries.every(({ status }) => status === 'delivered')).toBe(true)
      const attempts = await attemptsOf(service)
      for (const { key, attempt } of deliveries)
        expect(attempts.get(key)).toEqual(Array.from({ length: attempt }, (_, index) => index + 1))
    },
  )

  it('receives the events of each bill in order', async () => {
    const { service, receiver } = await createServedEndpoint(failing)
    await service.database.query("UPDATE webhook.endpoint SET ordering = 'bill', max_in_flight = 20")
    const bills = Array.from({ length: 30 }, (_, index) => index)
    await service.fanOut(
      [1, 2, 3].flatMap((step) =>
        bills.map((bill) => actionOf(bill * 10 + step, { bill_id: 100 + bill, description: `Step ${step}` })),
      ),
    )
    await service.sweep()
    await letPass(service, 30 * second)
    receiver.answer({ kind: 'ok' })
    receiver.clear()
    await letPass(service, 10 * second)
    expect(await pendingOf(service)).toEqual([])
    const emitted = receiver.received.map(
      ({ body }) => (JSON.parse(body) as { data: { bill_id: number; description: string } }).data,
    )
    for (const bill of bills) {
      const steps = emitted
        .filter(({ bill_id }) => bill_id === 100 + bill)
        .map(({ description }) => description)
      expect(steps).toEqual(['Step 1', 'Step 2', 'Step 3'])
    }
  })

  it('does not shorten the schedule of deliveries that are sent early if it fails again', async () => {
    const { service, receiver } = await createServedEndpoint(failing)
    await service.fanOut(actionsOf(24))
    await service.sweep()
    await letPass(service, minute)
    const planned = await pendingOf(service)
    const dueAt = new Map(planned.map((one) => [one.key, one.due_at]))
    const early = planned.filter((one) => Date.parse(one.due_at) > service.clock.now().getTime() + 2 * minute)
    expect(early.length).toBeGreaterThan(0)
    // It answers each probe and nothing else.
    let answers = 1
    receiver.answer({ kind: 'choose', mode: () => (answers-- > 0 ? { kind: 'ok' } : failing) })
    for (let time = 0; time < 12; time++) {
      answers = 1
      await letPass(service, 7 * second)
    }
    const left = (await pendingOf(service)).filter(({ key }) => early.some((one) => one.key === key))
    expect(left.length).toBeGreaterThan(0)
    const before = new Map(early.map((one) => [one.key, one.attempt]))
    const sentEarly = left.filter(({ key, attempt }) => attempt > before.get(key)!)
    expect(sentEarly.length).toBeGreaterThan(0)
    const { rows } = await service.database.query<{ key: string; counted: number; planned: string }>(
      `SELECT key, attempt - uncounted_attempts AS counted, coalesce(scheduled_at, due_at) AS planned FROM webhook.delivery
       WHERE status = 'pending'`,
    )
    for (const { key, counted, planned: at } of rows.filter((row) => before.has(row.key))) {
      expect(counted).toBe(before.get(key))
      expect(at).toBe(dueAt.get(key))
    }
  })

  it('receives nothing before its Retry-After time', async () => {
    const { service, receiver } = await createServedEndpoint(failing)
    await service.database.query('UPDATE webhook.endpoint SET max_in_flight = 1')
    await service.fanOut(actionsOf(30))
    await service.sweep()
    receiver.answer({ kind: 'retry-after', status: 503, value: String(3 * 60 * 60) })
    await letPass(service, 6 * second)
    const asked = receiver.keys().at(-1)
    receiver.answer({ kind: 'ok' })
    receiver.clear()
    await letPass(service, 61 * minute)
    expect(receiver.keys()).toHaveLength(29)
    expect(receiver.keys()).not.toContain(asked)
    await letPass(service, 118 * minute)
    expect(receiver.keys()).toHaveLength(29)
    await letPass(service, 2 * minute)
    expect(receiver.keys().at(-1)).toBe(asked)
  })
})

describe('an endpoint that does not recover', () => {
  it('is probed after a sixtieth of its failure time, between five seconds and a minute', async () => {
    const { service, receiver } = await createServedEndpoint(failing)
    await service.fanOut(actionsOf(600))
    await service.sweep()
    const began_ms = service.clock.now().getTime()
    const probes_s: number[] = []
    while (service.clock.now().getTime() - began_ms < 90 * minute) {
      const wait_ms = await nextDueIn(service.database, service.clock.now())
      service.clock.advance(Math.ceil(wait_ms!) + 1)
      const before = receiver.received.length
      await service.sweep()
      expect(receiver.received.length - before).toBe(1)
      probes_s.push((service.clock.now().getTime() - began_ms) / 1_000)
    }
    const gaps = probes_s.map((at_s, index) => at_s - (probes_s[index - 1] ?? 0))
    for (const [index, gap_s] of gaps.entries()) {
      const failing_s = probes_s[index]! - gap_s
      const wanted_s = Math.min(Math.max(failing_s / 60, 5), 60)
      expect(gap_s).toBeGreaterThanOrEqual(wanted_s - 0.1)
      expect(gap_s).toBeLessThan(wanted_s + 0.5)
    }
    // This is what it costs us in an hour and a half; after that it costs one request a minute.
    expect(probes_s.length).toBeLessThan(260)
    expect(receiver.most_at_once()).toBeLessThanOrEqual(4)
  })
})
