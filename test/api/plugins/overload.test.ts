import { beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'
import { whileBillsAreLocked } from '../../support/stores/locked-bills.ts'

let test: TestDatabase
let projected: ProjectedSchema
let api: TestApi

beforeAll(async () => {
  test = await createProjectedDatabase({ database_pool: 1 })
  projected = await createProjectedSchema(test)
  const health = createDatabase(test.settings, { application_name: 'health' })
  cleanUp(() => health.end())
  api = await createTestApi(test, { health, settings: { rate_limits: '0', event_loop_late_ms: 1_000 } })
  await api.get('/v1/bills')
})

describe('an overloaded API', () => {
  it('returns 503 if it could not answer in time, and stays alive and ready', async () => {
    const crowd: Promise<{ statusCode: number }>[] = []
    await whileBillsAreLocked(test.settings, projected.name, async () => {
      for (let turn = 0; turn < 501; turn += 1) crowd.push(api.get('/v1/bills?limit=1'))
      await eventually(() => test.database.waitingCount >= 500)
      const refused = await api.get('/v1/bills?limit=1')
      expect(refused.json()).toMatchObject({ status: 503, code: 'overloaded' })
      expect(refused.headers['retry-after']).toBe('5')
      for (const path of ['/healthz', '/readyz', '/metrics']) {
        expect((await api.app.inject(path)).statusCode, path).toBe(200)
      }
      for (const path of ['/docs', '/v1/openapi.json']) {
        expect((await api.app.inject(path)).statusCode, path).toBe(503)
      }
    })
    const statuses = (await Promise.all(crowd)).map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await api.get('/v1/bills?limit=1')).statusCode).toBe(200)
  })

  it('returns 503 while its event loop is too slow', async () => {
    const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_600)
    const turn = () => new Promise((done) => setTimeout(done, 1))
    await new Promise((done) => setTimeout(done, 510))
    block()
    await turn()
    block()
    await turn()
    const refused = await api.get('/v1/bills?limit=1')
    expect(refused.json()).toMatchObject({ status: 503, code: 'overloaded' })
    expect((await api.app.inject('/healthz')).statusCode).toBe(200)
    await eventually(async () => (await api.get('/v1/bills?limit=1')).statusCode === 200, {
      timeout_ms: 3_000,
    })
  })
})
