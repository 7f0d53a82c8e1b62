import { expect, it } from 'vitest'
import type { TierName } from '../../../schemas/http/service/tiers.ts'
import { forecastDeliveries } from '../../../webhooks/fan-out/forecast.ts'
import { actionOf, createWebhookService } from '../../support/webhooks/webhook-service.ts'

const service = await createWebhookService()
const { endpoints, owner } = service

async function endpointFor(path: string, change: object = {}, who = owner): Promise<number> {
  const request = { url: `http://127.0.0.1:9099/${path}`, events: ['*'], ...change }
  return (await endpoints.create(who, request)).endpoint.id
}

it('a delivery forecast equals the deliveries that the events make, and writes none', async () => {
  await endpointFor('all')
  await endpointFor('one bill', { filter: { bill_ids: [8] } })
  await endpointFor('subject', { filter: { subjects: ['education'] } })
  await endpointFor('elsewhere', { filter: { jurisdictions: ['ocd-division/country:us/state:or'] } })
  await endpointFor('other events', { events: ['vote.recorded'] })
  await endpointFor('followed', { filter: { followed: true } })
  await endpoints.disable(owner, await endpointFor('disabled'))
  await service.database.query(
    'INSERT INTO webhook.follow (account_id, bill_id, created_at, updated_at) VALUES ($1, 8, now(), now())',
    [owner.id],
  )
  const lost = await service.account('lost its plan', 'business')
  await endpointFor('suspended', {}, lost)
  const free: TierName = 'free'
  await service.database.query('UPDATE account.account SET tier = $1 WHERE id = $2', [free, lost.id])

  const events = [actionOf(1), actionOf(2, { bill_id: 8 }), actionOf(3, { bill_id: 9 })]
  const forecast = await forecastDeliveries(
    service.database,
    events.map(({ subject: { type, bill_id, jurisdiction, subjects } }) => ({
      type,
      bill_id: bill_id!,
      jurisdiction,
      subjects: subjects!,
    })),
  )
  expect(forecast).toEqual({ deliveries: 3 + 1 + 3 + 1, endpoints: 4 })
  expect(await service.deliveries()).toEqual([])
  await service.fanOut(events)
  const sent = (await service.deliveries()).filter(({ status }) => status === 'pending')
  expect(sent).toHaveLength(forecast.deliveries)
  expect(await forecastDeliveries(service.database, [])).toEqual({ deliveries: 0, endpoints: 0 })
})
