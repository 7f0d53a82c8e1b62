import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../runtime/postgres.ts'
import { listDeliveries } from '../../webhooks/deliveries.ts'
import { listEvents } from '../../webhooks/event-list.ts'
import { listFollows } from '../../webhooks/follows.ts'
import { createWebhookService, type WebhookService } from '../support/webhook-service.ts'

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] }

let service: WebhookService
let statements: { text: string; plan: Plan }[]

/** The database, which explains what it is asked before it answers. */
const explaining = (): Database => {
  statements = []
  const query = async (text: string, values: unknown[]) => {
    const { rows } = await service.database.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `EXPLAIN (FORMAT JSON) ${text}`,
      values,
    )
    statements.push({ text, plan: rows[0]!['QUERY PLAN'][0]!.Plan })
    return service.database.query(text, values)
  }
  return { query } as unknown as Database
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
/** How each table of the one statement is read. */
const reads = (): string[] => {
  expect(statements).toHaveLength(1)
  return nodesOf(statements[0]!.plan)
    .filter((node) => node['Relation Name'] !== undefined && node['Relation Name'] !== 'endpoint')
    .map((node) => `${node['Relation Name']} by ${node['Index Name'] ?? node['Node Type']}`)
}

beforeAll(async () => {
  service = await createWebhookService()
  const { database, owner, endpoints } = service
  for (const path of ['a', 'b'])
    await endpoints.create(owner, { url: `https://127.0.0.1/${path}`, events: ['*'] })
  await database.query(
    `INSERT INTO webhook.event (ce_id, type, recorded_at, body, created_at)
     SELECT n::text, 'bill.action', '2026-01-01', CASE WHEN n > 5000 THEN '{"id":1,"event":"bill.action","data":{}}'::bytea END,
       '2026-01-01'::timestamptz + n * interval '1 second' FROM generate_series(1, 20000) n`,
  )
  await database.query(
    `INSERT INTO webhook.delivery (key, event_id, endpoint_id, status, due_at, created_at, updated_at)
     SELECT 'dlv_' || event.id || '_' || endpoint.id, event.id, endpoint.id,
       CASE WHEN event.id % 500 = 0 THEN 'failed' ELSE 'delivered' END, now(), now(), now()
     FROM webhook.event, webhook.endpoint`,
  )
  await database.query(
    `INSERT INTO webhook.follow (account_id, bill_id, created_at, updated_at)
     SELECT account, n, now(), now() FROM generate_series(1, 20) account, generate_series(1, 1000) n`,
  )
  await database.query('ANALYZE')
})

describe('a page is one statement that reads index ranges', () => {
  it.each([
    ['the newest deliveries', {}, undefined],
    ['deliveries at any depth', {}, { event_id: 9_000, endpoint_id: 2, copy: 0 }],
    ['deliveries of one endpoint', { endpoint_id: 2 }, { event_id: 9_000, endpoint_id: 2, copy: 0 }],
    ['deliveries since a time', { since: '2026-01-01T02:00:00Z' }, undefined],
  ])('%s', async (_what, filters, after) => {
    const rows = await listDeliveries(explaining(), service.owner, filters, { after, limit: 51 })
    expect(rows).toHaveLength(51)
    const ways = reads()
    expect(ways).toContain('delivery by delivery_endpoint_id_event_id_copy_key')
    expect(
      ways.every((way) => / by (delivery|event)_/.test(way)),
      ways.join(),
    ).toBe(true)
  })

  it('failed deliveries, among many that are not', async () => {
    const page = { after: undefined, limit: 11 }
    const rows = await listDeliveries(explaining(), service.owner, { status: 'failed' }, page)
    expect(rows.map(({ event_id }) => event_id).slice(0, 3)).toEqual([20_000, 20_000, 19_500])
    expect(reads()).toContain('delivery by delivery_undelivered')
  })

  it('events', async () => {
    const page = {
      event: undefined,
      since: '2026-01-01T04:00:00Z',
      through: '2026-02-01T00:00:00Z',
      after: undefined,
      limit: 51,
    }
    expect(await listEvents(explaining(), service.owner, page)).toHaveLength(51)
    expect(reads()).toEqual(['event by event_with_body'])
  })

  it('follows, by bill and by change', async () => {
    const page = { include_removed: true, after: undefined, limit: 51 }
    await listFollows(explaining(), { id: 3, tier: 'business' }, { ...page, since: undefined })
    expect(reads()).toEqual(['follow by follow_account'])
    await listFollows(explaining(), { id: 3, tier: 'business' }, { ...page, since: '2026-01-01' })
    expect(reads()).toEqual(['follow by follow_changes'])
  })
})
