import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { readBacklog } from '../../../webhooks/delivery/backlog.ts'
import { readDueDeliveries, readPendingDeliveries } from '../../../webhooks/delivery/due-deliveries.ts'
import { acquireLeaseWithDue, findDueEndpoints, releaseLease } from '../../../webhooks/delivery/lease.ts'
import { listEndpoints } from '../../../webhooks/endpoint/endpoint-list.ts'
import { createWebhookService, type WebhookService } from '../../support/webhooks/webhook-service.ts'

const ENDPOINTS = 10
const EVENTS = 3_000
/** This many of the newest deliveries wait at each endpoint. */
const WAITING = 20

let service: WebhookService
let endpointId: number

beforeAll(async () => {
  service = await createWebhookService()
  for (let index = 0; index < ENDPOINTS; index++) {
    const url = `http://127.0.0.1:9099/${index}`
    endpointId = (await service.endpoints.create(service.owner, { url, events: ['*'] })).endpoint.id
  }
  const { database } = service
  await database.query(
    `INSERT INTO webhook.event (ce_id, type, recorded_at, body, created_at)
     SELECT 'plan ' || n, 'bill.action', now(), '{}', now() FROM generate_series(1, ${EVENTS}) n`,
  )
  await database.query(
    `INSERT INTO webhook.delivery (key, event_id, endpoint_id, status, due_at, created_at, updated_at)
     SELECT 'plan ' || e.id || ' ' || p.id, e.id, p.id,
       CASE WHEN row_number() OVER (PARTITION BY p.id ORDER BY e.id) > ${EVENTS - WAITING} THEN 'pending' ELSE 'delivered' END,
       $1, now(), now()
     FROM webhook.event e CROSS JOIN webhook.endpoint p`,
    [service.clock.now()],
  )
  await database.query('ANALYZE webhook.event, webhook.delivery, webhook.endpoint')
})

/** The plans of the statements that `work` sends, one for each. */
async function plansOf(work: (database: WebhookService['database']) => Promise<unknown>): Promise<string[]> {
  const { database } = service
  const sent: [string, unknown[]][] = []
  const watched = {
    query: (text: string, values: unknown[]) => {
      sent.push([text, values])
      return database.query(text, values)
    },
  }
  await work(watched as unknown as WebhookService['database'])
  return Promise.all(
    sent.map(async ([text, values]) => {
      const { rows } = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }),
  )
}

describe('a query among many finished deliveries', () => {
  const now = () => service.clock.now()

  it.each([
    [
      'a lease with its due deliveries',
      (d: WebhookService['database']) =>
        acquireLeaseWithDue(d, endpointId, { token: randomUUID(), holder: null }, now(), 100),
    ],
    [
      'the next due deliveries',
      (d: WebhookService['database']) => readDueDeliveries(d, endpointId, now(), undefined, 100),
    ],
    [
      'all waiting deliveries in order',
      (d: WebhookService['database']) => readPendingDeliveries(d, endpointId, now(), 0, 200),
    ],
    [
      'the end of a lease',
      (d: WebhookService['database']) => releaseLease(d, endpointId, randomUUID(), now(), undefined),
    ],
    ['the endpoints to send to', (d: WebhookService['database']) => findDueEndpoints(d, now())],
    ['the metric of waiting deliveries', (d: WebhookService['database']) => readBacklog(d, now())],
  ])('finds %s in one statement, by the index of waiting deliveries', async (_what, work) => {
    const plans = await plansOf(work)
    expect(plans).toHaveLength(1)
    expect(plans[0]).toContain('delivery_pending')
    expect(plans[0]).not.toMatch(/Seq Scan on (delivery|event)/)
  })
})

describe('a query among many deleted endpoints', () => {
  beforeAll(async () => {
    await service.database.query(
      `INSERT INTO webhook.removed_endpoint (account_id, id, updated_at)
       SELECT 1 + n % 50, 1000 + n, '2026-01-01'::timestamptz + n * interval '1 minute' FROM generate_series(1, 20000) n`,
    )
    await service.database.query('ANALYZE webhook.removed_endpoint')
  })

  it.each([
    ['by id', undefined, 'removed_endpoint_pkey'],
    ['by change', '2026-01-05T00:00:00.000000Z', 'removed_endpoint_changes'],
  ])('reads a page as a range of an index: %s', async (_order, since, index) => {
    const page = { since, include_removed: true, after: undefined, limit: 50 }
    const [plan, ...others] = await plansOf((database) => listEndpoints(database, service.owner, page))
    expect(others).toEqual([])
    expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan on removed_endpoint')
  })
})
