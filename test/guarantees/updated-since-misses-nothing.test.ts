import { beforeAll, describe, expect, it } from 'vitest'
import { createRelay } from '../../ingest/relay/relay.ts'
import { startProjections } from '../../projections/service/start-projections.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../runtime/log.ts'
import { createMetrics } from '../../runtime/metrics.ts'
import { createSyncClient, type SyncClient } from '../support/api/sync-client.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { createObservationStream } from '../support/builders/observation-stream.ts'
import { alone, bill } from '../support/builders/observations.ts'
import { createRandom } from '../support/builders/seeded-random.ts'
import { createSlowDatabase } from '../support/faults/slow-commits.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { eventually } from '../support/harness/eventually.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { createIngestWorld } from '../support/ingest/ingest-world.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

const WRITERS = 4
const RUNS_EACH = NIGHTLY ? 12 : 6
const BILLS_A_WRITER = 6
const random = createRandom(7)
const late_ms = () => (random.next() < 0.3 ? random.between(0, 400) : 0)

let service: WholeService
let api: TestApi
let clients: { readonly how: string; readonly path: string; readonly client: SyncClient }[]

beforeAll(async () => {
  service = await createWholeService({ projector_batch_events: 20, rate_limits: 'enterprise=0' })
  api = await service.openApi()
  await startSlowly()
  const ingesting = await createIngestWorld(service.database, service.settings)
  await ingesting.run(alone(bill('HB 1')))
  await service.caughtUp()
  const [first] = (await api.get('/v1/bills')).json().data
  const clientOf = (how: string, path: string, limit: number) => ({
    how,
    path,
    client: createSyncClient(api, path, limit),
  })
  // Commits overtake walks in small pages; a client with large pages polls as often as it can.
  clients = [
    clientOf('by cursors of two', '/v1/bills', 2),
    clientOf('by cursors of seven', '/v1/bills', 7),
    clientOf('by X-Sync-Through alone', '/v1/bills', 200),
    clientOf('by cursors of one, the actions of a bill', `/v1/bills/${first.id}/actions`, 1),
  ]
})

/** Two relays and two projectors, each of which may delay a commit. */
async function startSlowly(): Promise<void> {
  const { settings, codec } = service
  const log = createLog('test', settings.log_level)
  for (let count = 0; count < 2; count += 1) {
    const relay = createRelay({
      settings,
      database: createSlowDatabase(settings, late_ms),
      kafka: createKafka(settings, 'legislog-test'),
      log,
    })
    relay.start()
    cleanUp(() => relay.stop())
    const projections = await startProjections({
      settings,
      database: createSlowDatabase(settings, late_ms),
      kafka: createKafka(settings, 'legislog-test'),
      codec,
      log,
      clock: systemClock,
      metrics: createMetrics(),
    })
    cleanUp(() => projections.stop())
  }
}

/** It has its own source, since each source has one run at a time, and its own bills. */
async function write(_: unknown, writer: number): Promise<void> {
  const { settings } = service
  const { some } = createObservationStream(random, { bills: BILLS_A_WRITER, after: writer * BILLS_A_WRITER })
  const ingesting = await createIngestWorld(createSlowDatabase(settings, late_ms), settings)
  for (let run = 0; run < RUNS_EACH; run += 1) {
    await ingesting.run(alone(...some()), { name: `source-${writer}` })
  }
}

/** In any case, one bill is emitted and then withdrawn while the clients poll. */
async function withdrawOne(): Promise<void> {
  const ingesting = await createIngestWorld(createSlowDatabase(service.settings, late_ms), service.settings)
  const news = createObservationStream(random, { bills: 1 })
  for (const removed of [null, 'withdrawn by the source']) {
    await ingesting.run(alone(news.of('SB 2', 'An act to be withdrawn', removed)))
  }
}

type Item = { readonly id: number | string; readonly order?: number }

async function shown(path: string): Promise<Map<number | string, Item>> {
  const { data, next_cursor } = (await api.get(`${path}?limit=200`)).json() as {
    data: Item[]
    next_cursor: string | null
  }
  expect(next_cursor).toBeNull()
  return new Map(data.map((item) => [item.id, item]))
}

describe('a client that polls for changes while commits arrive late and out of order', () => {
  it('has every row of the tables when the writers have stopped', async () => {
    let isWriting = true
    const polling = Promise.all(
      clients.map(async ({ client }) => {
        while (isWriting) await client.poll()
      }),
    )
    polling.catch(() => {})
    try {
      await Promise.all(Array.from({ length: WRITERS }, write))
      await withdrawOne()
      await service.caughtUp()
    } finally {
      isWriting = false
      await polling
    }
    await eventually(async () => {
      const { rows } = await service.database.query<{ is_past: boolean }>(
        `SELECT watermark > (SELECT max(updated_at) FROM read_0001.bills) AS is_past FROM control.read_schema`,
      )
      return rows[0]!.is_past
    })
    for (const { client } of clients) await client.poll()

    for (const { how, path, client } of clients) {
      expect({ how, items: new Map([...client.copy].sort()) }).toEqual({
        how,
        items: new Map([...(await shown(path))].sort()),
      })
      expect(client.pages()).toBeGreaterThan(10)
    }
    const { rows } = await service.database.query<{ shown: number; deleted: number }>(
      `SELECT count(*) FILTER (WHERE NOT deleted) AS shown, count(*) FILTER (WHERE deleted) AS deleted
       FROM read_0001.bills`,
    )
    expect(rows[0]!.shown).toBeGreaterThan(10)
    expect(rows[0]!.deleted).toBeGreaterThan(0)
  })

  it('gets no more rows when it is in sync', async () => {
    for (const { client } of clients) {
      const before = new Map(client.copy)
      const pages = client.pages()
      await client.poll()
      expect(client.pages()).toBe(pages + 1)
      expect(client.copy).toEqual(before)
    }
  })
})
