import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { openWebhookPlugin } from '../../../cli/wiring/webhook-plugin.ts'
import { POSITIONS_LOCK } from '../../../runtime/postgres/advisory-locks.ts'
import { type Database, inTransaction } from '../../../runtime/postgres/postgres.ts'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { type BuiltBill, EventBuilder } from '../../support/builders/event-builder.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'
import { whileBillsAreLocked } from '../../support/stores/locked-bills.ts'
import { createWebhookService } from '../../support/webhooks/webhook-service.ts'

const LIMIT_MS = 1_000

/** The replica has not received the second bill yet. */
let primary: TestDatabase
let replica: TestDatabase
let rows: ProjectedSchema
let api: TestApi
const bills: BuiltBill[] = []

beforeAll(async () => {
  primary = await createProjectedDatabase()
  replica = await createProjectedDatabase()
  rows = await createProjectedSchema(replica)
  const newest = await createProjectedSchema(primary)
  const story = new EventBuilder()
  story.jurisdiction()
  story.session('2025-2026')
  bills.push(story.bill({ identifier: 'HB 1', title: 'School meals' }))
  const events = story.take()
  await rows.apply(events)
  bills.push(story.bill({ identifier: 'HB 2', title: 'School meals once more' }))
  await newest.apply([...events, ...story.take()])
  api = await openApi(LIMIT_MS)
})

async function openApi(api_statement_timeout_ms: number): Promise<TestApi> {
  const { plugin, close } = await openWebhookPlugin({
    ...primary.settings,
    database_read_url: replica.url,
    webhook_secret_key: randomBytes(32).toString('base64'),
    api_statement_timeout_ms,
  })
  cleanUp(close)
  return createTestApi(primary, { plugins: [plugin] })
}

const follow = ({ id }: BuiltBill, headers: InjectOptions['headers'] = {}) =>
  api.app.inject({
    method: 'POST',
    url: '/v1/follows',
    headers: { authorization: `Bearer ${api.token}`, ...headers },
    payload: { bill_id: id },
  })

describe('the webhook routes of the API', () => {
  it('end a statement at the time limit of the API', async () => {
    await inTransaction(primary.database, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [POSITIONS_LOCK])
      const answer = await follow(bills[0]!)
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'timeout'])
    })
  })

  it('show bills as they are on the replica', async () => {
    expect((await follow(bills[0]!)).json()).toMatchObject({ bill: { title: 'School meals' } })
    expect((await follow(bills[1]!)).statusCode).toBe(404)
  })

  it('find the bills of a topic on the primary, so that none is missed', async () => {
    const service = await createWebhookService({ database: primary })
    const { rows: owners } = await primary.database.query<{ id: number; tier: 'enterprise' }>(
      "SELECT id, tier FROM account.account WHERE name = 'test'",
    )
    const { endpoint } = await service.endpoints.create(owners[0]!, {
      url: 'http://127.0.0.1:8443/',
      events: ['*'],
    })
    const answer = await api.app.inject({
      method: 'PATCH',
      url: `/v1/webhook_endpoints/${endpoint.id}`,
      headers: { authorization: `Bearer ${api.token}` },
      payload: { filter: { topic: 'school meals' } },
    })
    expect(answer.statusCode).toBe(200)
    const { rows: tracked } = await primary.database.query<{ bill_id: number }>(
      'SELECT bill_id FROM webhook.tracked_bill WHERE endpoint_id = $1 ORDER BY bill_id',
      [endpoint.id],
    )
    expect(tracked.map(({ bill_id }) => bill_id)).toEqual(bills.map(({ id }) => id))
  })
})

describe('a disconnected caller of the webhook routes', () => {
  let patient: TestApi
  let address: string

  beforeAll(async () => {
    patient = await openApi(60_000)
    address = await patient.app.listen({ host: '127.0.0.1', port: 0 })
  })

  function ask(method: 'GET' | 'POST', path: string, key?: string) {
    const asked = request(`${address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${patient.token}`,
        ...(key === undefined ? {} : { 'idempotency-key': key, 'content-type': 'application/json' }),
      },
    })
    asked.on('error', () => {})
    asked.end(method === 'POST' ? JSON.stringify({ bill_id: bills[0]!.id }) : undefined)
    return asked
  }

  const waiting = async (database: Database) => {
    const { rowCount } = await database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND application_name LIKE 'legislog api webhooks%'`,
    )
    return rowCount ?? 0
  }

  async function leave(database: Database, asked: ReturnType<typeof ask>): Promise<void> {
    await eventually(async () => (await waiting(database)) === 1)
    asked.destroy()
    await eventually(async () => (await waiting(database)) === 0, { timeout_ms: 10_000 })
  }

  it('cancels the statement that reads bills, and may retry with its idempotency key', async () => {
    await whileBillsAreLocked(replica.settings, rows.name, async () => {
      await leave(replica.database, ask('POST', '/v1/follows', 'once'))
    })
    await eventually(async () => (await follow(bills[0]!, { 'idempotency-key': 'once' })).statusCode < 300, {
      timeout_ms: 5_000,
    })
  })

  it('cancels the statement that reads deliveries', async () => {
    await inTransaction(primary.database, async (client) => {
      await client.query('LOCK TABLE webhook.delivery IN ACCESS EXCLUSIVE MODE')
      await leave(primary.database, ask('GET', '/v1/webhook_deliveries'))
    })
  })
})
