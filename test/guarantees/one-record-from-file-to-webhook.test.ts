import { Webhook } from 'standardwebhooks'
import { beforeAll, expect, it } from 'vitest'
import { eventually } from '../support/harness/eventually.ts'
import { billOf, editSample, sampleAction } from '../support/service/edited-sample.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService

beforeAll(async () => {
  service = await createWholeService()
  await service.startAll()
  await service.ingestSample()
  await service.caughtUp()
})

it('a new action gets from a file to the API and to a signed delivery', async () => {
  const api = await service.openApi()
  const { receiver, secret } = await service.createEndpoint(['bill.action'])
  const sample = await editSample()
  await sample.bills((bills) => {
    billOf(bills, 'HB 7').actions.push(sampleAction('2026-03-23', 'Placed on second reading'))
    return bills
  })

  const counts = await service.ingest('openstates-scraper', sample.folder)
  expect(counts.by_type).toEqual({ 'bill.action': 1 })
  const [bill] = (await api.get('/v1/bills?jurisdiction=zz&q=HB%207')).json().data
  const shown = await eventually(async () => {
    const actions = (await api.get(`/v1/bills/${bill.id}/actions?limit=200`)).json().data
    return actions.find((one: { description: string }) => one.description === 'Placed on second reading')
  })
  await eventually(() => receiver.received.length === 1)

  const [delivery] = receiver.received
  const verified = new Webhook(secret).verify(delivery!.body, delivery!.headers as Record<string, string>)
  expect(verified).toEqual(JSON.parse(delivery!.body))
  expect(verified).toMatchObject({
    event: 'bill.action',
    data: {
      bill_id: bill.id,
      description: 'Placed on second reading',
      date: '2026-03-23',
      action_id: shown.id,
    },
  })
  // The answer of the receiver is recorded after it arrives.
  await service.delivered()
  const { rows: events } = await service.database.query(
    'SELECT e.id, d.status, d.attempt FROM webhook.event e JOIN webhook.delivery d ON d.event_id = e.id',
  )
  expect(events).toEqual([{ id: JSON.parse(delivery!.body).id, status: 'delivered', attempt: 1 }])
  expect(await service.verify()).toMatchObject({ is_equal: true, parked: [] })
})
