import { describe, expect, it } from 'vitest'
import { createPacer } from '../../../webhooks/delivery/pacer.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createShiftedClockDatabase, standClock } from '../../support/stores/shifted-clock-database.ts'
import { actionsOf, createServedEndpoint } from '../../support/webhooks/webhook-service.ts'

describe('the rate limit of an endpoint', () => {
  it('spaces requests evenly, with no burst even after a pause', async () => {
    const clock = createManualClock()
    const waits: number[] = []
    const pause = async (ms: number) => {
      waits.push(ms)
    }
    const pacer = createPacer({ per_s: 4, last_at: undefined, clock, pause })
    await Promise.all([pacer.turn(), pacer.turn(), pacer.turn()])
    expect(waits).toEqual([250, 500])
    clock.advance(60_000)
    await Promise.all([pacer.turn(), pacer.turn()])
    expect(waits.slice(2)).toEqual([250])
  })

  it('counts from the last request to the endpoint by any process', async () => {
    const clock = createManualClock()
    const waits: number[] = []
    const pacer = createPacer({
      per_s: 1,
      last_at: new Date(clock.now().getTime() - 400),
      clock,
      pause: async (ms) => void waits.push(ms),
    })
    await pacer.turn()
    expect(waits).toEqual([600])
    expect(pacer.last_at()).toEqual(new Date(clock.now().getTime() + 600))
  })

  it('applies across the turns of the endpoint, for any number of requests in flight', async () => {
    // The clock of the database gives the time since the last request; it stands still, as the service clock does.
    const stored = await createShiftedClockDatabase({})
    await standClock(stored.database)
    const options = { database: stored }
    const { service, receiver, endpoint_id } = await createServedEndpoint({ kind: 'ok' }, options)
    await service.database.query('UPDATE webhook.endpoint SET rate_limit_per_s = 5, max_in_flight = 20')
    const sentAt: number[] = []
    const send = service.sender.send
    Object.assign(service.sender, {
      send: (sending: Parameters<typeof send>[0]) => {
        sentAt.push(service.clock.now().getTime())
        return send(sending)
      },
    })
    for (let batch = 0; batch < 4; batch++) {
      await service.fanOut(actionsOf(5, 1 + 5 * batch))
      await service.drain(endpoint_id)
    }
    expect(receiver.received).toHaveLength(20)
    for (const start of sentAt)
      expect(sentAt.filter((at) => at >= start && at < start + 1_000).length).toBeLessThanOrEqual(5)
  })
})
