import { beforeAll, describe, expect, it } from 'vitest'
import { createRedis } from '../../runtime/redis.ts'
import { freePort } from '../../stack/processes/port.ts'
import { createTestApi } from '../support/api/test-api.ts'
import type { Receiver } from '../support/fakes/receiver.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { eventually } from '../support/harness/eventually.ts'
import { addNotes, type EditedSample, editSample } from '../support/service/edited-sample.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let receiver: Receiver
let sample: EditedSample

beforeAll(async () => {
  service = await createWholeService()
  service.startRelay()
  await service.startProjections()
  await service.ingestSample()
  receiver = (await service.createEndpoint(['bill.action'])).receiver
  sample = await editSample()
})

async function liveDays(from: number, to: number): Promise<number> {
  let owed = 0
  for (let day = from; day <= to; day += 1) {
    owed += await addNotes(sample, String(day))
    await service.ingest('openstates-scraper', sample.folder)
  }
  return owed
}

const keysReceived = () => new Set(receiver.received.map(({ key }) => key))

describe('webhooks', () => {
  it('are all delivered, once, while Redis is emptied repeatedly', async () => {
    const dispatcher = await service.startDispatcher()
    const redis = createRedis(service.settings, { for: 'worker' })
    cleanUp(async () => redis.disconnect())
    let isLoading = true
    const flushing = (async () => {
      for (let flushes = 0; isLoading; flushes += 1) {
        await redis.flushdb()
        await new Promise((done) => setTimeout(done, 5 * (flushes % 10)))
      }
    })()
    let owed = 0
    try {
      owed = await liveDays(1, 4)
      await service.caughtUp()
      await eventually(() => keysReceived().size === owed, { timeout_ms: 20_000 })
    } finally {
      isLoading = false
      await flushing
    }
    expect(receiver.received).toHaveLength(owed)
    await dispatcher.stop()
  })

  it('are delivered without Redis', async () => {
    receiver.clear()
    const dispatcher = await service.startDispatcher({ redis_url: `redis://127.0.0.1:${await freePort()}` })
    const owed = await liveDays(5, 6)
    await service.caughtUp()
    await eventually(() => keysReceived().size === owed, { timeout_ms: 20_000 })
    expect(receiver.received).toHaveLength(owed)
    await dispatcher.stop()
  })
})

describe('the API', () => {
  it('answers without Redis, and counts no requests', async () => {
    const { settings, database } = service
    const redisUrl = `redis://127.0.0.1:${await freePort()}`
    const api = await createTestApi(
      { url: settings.database_url, database, settings },
      { redis_url: redisUrl },
    )
    const answer = await api.get('/v1/bills?limit=1')
    expect(answer.statusCode).toBe(200)
    const metrics = (await api.app.inject('/metrics')).body
    expect(metrics).toMatch(/^legislog_api_rate_limit_skipped_total [1-9]/m)
  })
})
