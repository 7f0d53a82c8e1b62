import { beforeAll, beforeEach, expect, it } from 'vitest'
import { ensureReadSchema } from '../../../projections/read-schemas/read-schema.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createTestDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi

beforeAll(async () => {
  test = await createTestDatabase()
  await ensureReadSchema(test.database, test.settings)
  for (const service of ['project', 'relay']) {
    await test.database.query(
      `INSERT INTO control.heartbeat (service, host, pid, started_at, beat_at, timeout_ms, status, checks)
       VALUES ($1, 'here', 1, now(), now(), 600000, 'ready', '{}')`,
      [service],
    )
  }
})

beforeEach(async () => {
  // Each answer is cached for a second.
  api = await createTestApi(test)
})

const set = (at: string) => test.database.query('UPDATE control.read_schema SET watermark = $1', [at])
const projections = async () => (await api.app.inject('/readyz')).json().checks.projections

it('the projections check passes if nothing waits in the log, even with an old watermark', async () => {
  await set('2001-01-01')
  expect(await projections()).toMatchObject({ ok: true })
})

it('the projections check reports the age of the oldest unprojected event, even with a new watermark', async () => {
  await test.database.query(
    `INSERT INTO control.partition_clock (topic, partition, end_offset, waiting_since)
     VALUES ('legislog.bills.v1', 0, 5, now() - interval '2 minutes')`,
  )
  await set('2099-01-01')
  expect(await projections()).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/^5 events behind, the oldest for 12\d s$/),
  })
})
