import { request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'
import { whileBillsAreLocked } from '../../support/stores/locked-bills.ts'

let test: TestDatabase
let projected: ProjectedSchema
let api: TestApi
let address: string

beforeAll(async () => {
  test = await createProjectedDatabase({ database_pool: 2 })
  projected = await createProjectedSchema(test)
  api = await createTestApi(test)
  await api.get('/v1/bills')
  address = await api.app.listen({ host: '127.0.0.1', port: 0 })
})

async function waiting(): Promise<number> {
  const client = createDatabase(test.settings, { application_name: 'watcher' })
  const { rows } = await client.query<{ waiting: number }>(
    `SELECT count(*) AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name = 'legislog test'`,
  )
  await client.end()
  return rows[0]!.waiting
}

function ask(path = '/v1/bills') {
  const asked = request(`${address}${path}`, { headers: { authorization: `Bearer ${api.token}` } })
  asked.on('error', () => {})
  asked.end()
  return asked
}

describe('a caller that disconnects', () => {
  it('cancels the statement that runs for it', async () => {
    await whileBillsAreLocked(test.settings, projected.name, async () => {
      const asked = ask()
      await eventually(async () => (await waiting()) === 1)
      asked.destroy()
      await eventually(async () => (await waiting()) === 0, { timeout_ms: 4_000 })
    })
    expect((await api.get('/v1/bills')).statusCode).toBe(200)
    const { body } = await api.app.inject('/metrics')
    expect(body).toContain('legislog_api_abandoned_requests_total{method="GET",route="/v1/bills"} 1')
  })

  it('frees its connection for the callers that still wait, even in a crowd', async () => {
    await whileBillsAreLocked(test.settings, projected.name, async () => {
      const crowd = Array.from({ length: 40 }, () => ask())
      await eventually(() => test.database.waitingCount === 38)
      for (const one of crowd) one.destroy()
      await eventually(() => test.database.waitingCount === 0, { timeout_ms: 4_000 })
      expect((await api.get('/v1/jurisdictions')).statusCode).toBe(200)
      await eventually(async () => (await waiting()) === 0, { timeout_ms: 4_000 })
    })
    expect((await api.get('/v1/bills')).statusCode).toBe(200)
  })
})
