import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { type BuiltBill, EventBuilder } from '../../support/builders/event-builder.ts'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { createWebhookApi } from '../../support/webhooks/webhook-server.ts'
import { actionOf } from '../../support/webhooks/webhook-service.ts'

const { service, call } = await createWebhookApi()
const bills: BuiltBill[] = []

beforeAll(async () => {
  const projected = await createProjectedSchema(service)
  const story = new EventBuilder()
  story.jurisdiction()
  story.session('2025-2026')
  for (const identifier of ['HB 1', 'HB 2', 'HB 3'])
    bills.push(story.bill({ identifier, title: `About ${identifier}` }))
  await projected.apply(story.take())
})

describe('an endpoint with a topic', () => {
  it('receives all events of bills that matched before, even if the text no longer matches', async () => {
    const receiver = await createReceiver()
    const body = { url: receiver.url, events: ['*'], filter: { topic: '"About HB 2"' } }
    const made = await call('POST', '/webhook_endpoints', body)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const events = bills.map(({ id }, index) => actionOf(900 + index, { bill_id: id, description: 'Passed' }))
    await service.fanOut(events)
    await service.drain(made.body.id)
    const emitted = () => receiver.received.map((one) => JSON.parse(one.body).data.bill_id)
    expect(emitted()).toEqual([bills[1]!.id])
    receiver.clear()
    await call('PATCH', `/webhook_endpoints/${made.body.id}`, {
      filter: { topic: 'HB 3', jurisdictions: ['or'] },
    })
    await call('PATCH', `/webhook_endpoints/${made.body.id}`, { filter: { topic: 'HB 3' } })
    await service.fanOut(
      bills.map(({ id }, index) => actionOf(950 + index, { bill_id: id, description: 'Signed' })),
    )
    await service.drain(made.body.id)
    expect(emitted()).toEqual([bills[2]!.id])
  })
})
