import { describe, expect, it } from 'vitest'
import type { Mode, Received } from '../../support/fakes/receiver.ts'
import { actionOf, createServedEndpoint } from '../../support/webhooks/webhook-service.ts'

const second = 1_000

/** The number of the action and its bill, as they were sent. */
function numberIn({ body }: Received): { number: number; bill_id: number } {
  const { data } = JSON.parse(body) as { data: { description: string; bill_id: number } }
  return { number: Number(/\d+/.exec(data.description)![0]), bill_id: data.bill_id }
}

/** Answers events of these numbers with this status, and all others with 200. */
const failing = (status: number, ...numbers: number[]): Mode => ({
  kind: 'choose',
  mode: (received) =>
    numbers.includes(numberIn(received).number) ? { kind: 'status', status } : { kind: 'ok' },
})

async function createOrdered(mode: Mode) {
  const made = await createServedEndpoint(mode)
  await made.service.database.query("UPDATE webhook.endpoint SET ordering = 'bill'")
  return { ...made, numbersOf: () => made.receiver.received.map((one) => numberIn(one).number) }
}

const ofBill = (billId: number, ...numbers: number[]) =>
  numbers.map((number) => actionOf(number, { bill_id: billId }))

describe('an endpoint with one ordering key for each bill', () => {
  it('gets the later events of a bill after the earlier ones, and other bills meanwhile', async () => {
    const { service, receiver, numbersOf } = await createOrdered(failing(503, 1))
    await service.fanOut([...ofBill(7, 1, 2, 3), ...ofBill(8, 4, 5)])
    await service.sweep()
    expect(numbersOf().sort()).toEqual([1, 4, 5])
    receiver.clear()
    service.clock.advance(4 * second)
    await service.sweep()
    expect(numbersOf()).toEqual([])
    receiver.answer({ kind: 'ok' })
    service.clock.advance(3 * second)
    await service.sweep()
    expect(numbersOf()).toEqual([1, 2, 3])
    expect((await service.deliveries()).every(({ status }) => status === 'delivered')).toBe(true)
  })

  it('gets no new event of a bill whose earlier event still waits', async () => {
    const { service, receiver, numbersOf } = await createOrdered(failing(503, 1))
    await service.fanOut(ofBill(7, 1, 2))
    await service.sweep()
    await service.fanOut([...ofBill(7, 3), ...ofBill(8, 4)])
    await service.sweep()
    expect(numbersOf()).toEqual([1, 4])
    const waiting = (await service.deliveries()).filter(({ status }) => status === 'pending')
    expect(waiting).toHaveLength(3)
    expect(new Set(waiting.map(({ due_at }) => due_at)).size).toBe(1)
    receiver.answer({ kind: 'ok' })
    service.clock.advance(7 * second)
    await service.sweep()
    expect(numbersOf()).toEqual([1, 4, 1, 2, 3])
  })

  it('gets the events after one that it rejected for good', async () => {
    const { service, numbersOf } = await createOrdered(failing(400, 1))
    await service.fanOut(ofBill(7, 1, 2, 3))
    await service.sweep()
    expect(numbersOf()).toEqual([1, 2, 3])
  })

  it('gets the events after one that failed its last attempt', async () => {
    const { service, numbersOf } = await createOrdered(failing(503, 1))
    await service.fanOut(ofBill(7, 1, 2, 3))
    await service.database.query(
      'UPDATE webhook.delivery SET attempt = 9 WHERE event_id = (SELECT min(event_id) FROM webhook.delivery)',
    )
    await service.sweep()
    expect(numbersOf()).toEqual([1, 2, 3])
    expect((await service.deliveries()).map(({ status }) => status)).toEqual([
      'failed',
      'delivered',
      'delivered',
    ])
  })

  it('gets waiting events at once when the event before them is sent early', async () => {
    const { service, receiver, numbersOf } = await createOrdered(failing(503, 1))
    await service.fanOut(ofBill(7, 1, 2))
    for (let attempt = 0; attempt < 3; attempt++) {
      await service.sweep()
      service.clock.advance(400 * second)
    }
    receiver.answer({ kind: 'ok' })
    receiver.clear()
    await service.sweep()
    expect(numbersOf()).toEqual([])
    await service.database.query(
      `UPDATE webhook.delivery SET due_at = $1
       WHERE event_id = (SELECT min(event_id) FROM webhook.delivery)`,
      [service.clock.now()],
    )
    await service.sweep()
    expect(numbersOf()).toEqual([1, 2])
  })

  it('gets the events of many bills at once, in order for each bill', async () => {
    const { service, receiver } = await createOrdered({ kind: 'slow', ms: 2 })
    await service.database.query('UPDATE webhook.endpoint SET max_in_flight = 20')
    await service.fanOut(
      Array.from({ length: 600 }, (_, index) => actionOf(index + 1, { bill_id: 100 + (index % 30) })),
    )
    await service.sweep()
    expect(receiver.received).toHaveLength(600)
    expect(receiver.most_at_once()).toBeGreaterThan(5)
    const emitted = Map.groupBy(receiver.received.map(numberIn), ({ bill_id }) => bill_id)
    expect(emitted.size).toBe(30)
    for (const one of emitted.values()) {
      const numbers = one.map(({ number }) => number)
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    }
  })

  it('gets one delivery as a probe while it fails, and then the rest in order', async () => {
    const { service, receiver, numbersOf } = await createOrdered({ kind: 'status', status: 500 })
    const numbers = Array.from({ length: 12 }, (_, index) => index + 1)
    await service.fanOut(numbers.map((number) => actionOf(number, { bill_id: number % 2 })))
    for (let round = 0; round < 4; round++) {
      await service.sweep()
      service.clock.advance(400 * second)
    }
    expect(receiver.received.length).toBeLessThan(12)
    receiver.answer({ kind: 'ok' })
    receiver.clear()
    for (let round = 0; round < 4; round++) {
      service.clock.advance(2_000 * second)
      await service.sweep()
    }
    for (const rest of [0, 1])
      expect(numbersOf().filter((number) => number % 2 === rest)).toEqual(
        numbers.filter((number) => number % 2 === rest),
      )
  })
})
