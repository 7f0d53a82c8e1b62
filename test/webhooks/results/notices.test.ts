import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { operationalEvents, operationalEventTypes } from '../../../webhooks/event-types/operational-events.ts'
import { listNotices } from '../../../webhooks/results/notices.ts'
import { createReceiver } from '../../support/fakes/receiver.ts'
import {
  actionOf,
  createServedEndpoint,
  type WebhookService,
} from '../../support/webhooks/webhook-service.ts'

const hour = 3_600_000

/** Makes at least one attempt every hour, so the endpoint keeps failing. */
async function failFor(service: WebhookService, hours: number, from = 0): Promise<void> {
  for (let passed = 0; passed < hours; passed++) {
    await service.fanOut([actionOf(from + passed)])
    await service.sweep()
    service.clock.advance(hour)
  }
}

const noticesOf = (service: WebhookService, endpointId: number) =>
  listNotices(service.database, endpointId, { before_id: undefined, limit: 50 })

describe('the notices of a failing endpoint', () => {
  it('are sent after a day, after three days and when it is disabled, once each, to all subscribed endpoints', async () => {
    const { service, receiver, endpoint_id } = await createServedEndpoint({ kind: 'status', status: 503 })
    const watching = await createReceiver()
    const all = await createReceiver()
    const stranger = await createReceiver()
    const { endpoints, owner } = service
    const events = [...operationalEventTypes]
    await endpoints.create(owner, { url: watching.url, events })
    await endpoints.create(owner, { url: all.url, events: ['*'] })
    await endpoints.create(await service.account('stranger', 'business'), { url: stranger.url, events })

    await failFor(service, 23)
    expect(await noticesOf(service, endpoint_id)).toEqual([])
    await failFor(service, 100, 1_000)
    expect((await endpoints.get(owner, endpoint_id)).status).toBe('disabled')
    await service.sweep()

    const notices = await noticesOf(service, endpoint_id)
    expect(notices.map(({ event, data }) => [event, data.failing_hours])).toEqual([
      ['endpoint.disabled', 120],
      ['endpoint.warning', 72],
      ['endpoint.warning', 24],
    ])
    expect(notices[0]!.data).toMatchObject({
      endpoint_id,
      url: receiver.url,
      reason: 'failing',
      last_error: 'status 503',
    })
    const emitted = watching.received.map(({ body }) => JSON.parse(body))
    expect(emitted.map(({ event, data }) => [event, data.failing_hours])).toEqual([
      ['endpoint.warning', 24],
      ['endpoint.warning', 72],
      ['endpoint.disabled', 120],
    ])
    expect(new Set(watching.keys()).size).toBe(3)
    expect(stranger.received).toHaveLength(0)
    const bills = all.received.map(({ body }) => JSON.parse(body).event)
    expect(new Set(bills)).toEqual(new Set(['bill.action']))
  }, 20_000)

  it('fit their schemas', async () => {
    const ajv = new Ajv2020({ strict: false })
    for (const { data, example } of Object.values(operationalEvents))
      expect(ajv.validate(data, example), ajv.errorsText()).toBe(true)
  })

  it('report at once that an endpoint answered 410', async () => {
    const { service, endpoint_id } = await createServedEndpoint({ kind: 'status', status: 410 })
    await service.fanOut([actionOf(1)])
    await service.sweep()
    expect(await noticesOf(service, endpoint_id)).toMatchObject([
      { event: 'endpoint.disabled', data: { reason: 'gone', failures_in_row: 1, last_error: 'status 410' } },
    ])
  })

  it('start over after a success, and after the endpoint is enabled again', async () => {
    const { service, receiver, endpoint_id } = await createServedEndpoint({ kind: 'status', status: 503 })
    await failFor(service, 30)
    receiver.answer({ kind: 'ok' })
    await failFor(service, 2, 100)
    receiver.answer({ kind: 'status', status: 503 })
    await failFor(service, 30, 200)
    const emitted = (await noticesOf(service, endpoint_id)).map(({ data }) => data.failing_hours)
    expect(emitted).toEqual([24, 24])
    await service.endpoints.disable(service.owner, endpoint_id)
    await service.endpoints.enable(service.owner, endpoint_id)
    await failFor(service, 23, 300)
    expect(await noticesOf(service, endpoint_id)).toHaveLength(2)
  }, 20_000)
})
