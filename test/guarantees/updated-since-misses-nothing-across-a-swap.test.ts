import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRelay } from '../../ingest/relay/relay.ts'
import { followReadSchemas } from '../../projections/service/follow-read-schemas.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../runtime/log.ts'
import { createMetrics } from '../../runtime/metrics.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { createSyncClient, type SyncClient } from '../support/api/sync-client.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { createObservationStream } from '../support/builders/observation-stream.ts'
import { alone } from '../support/builders/observations.ts'
import { createRandom } from '../support/builders/seeded-random.ts'
import { createSlowDatabase } from '../support/faults/slow-commits.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { eventually } from '../support/harness/eventually.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { createIngestWorld } from '../support/ingest/ingest-world.ts'
import { rebuildOf, rollbackOf } from '../support/service/rebuilding.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

const WRITERS = NIGHTLY ? 8 : 4
const LIMITS = NIGHTLY ? [2, 7, 200] : [2, 200]
const BILLS_A_WRITER = 4
const POLL_MS = 20
/** The two projectors follow in time, even on a busy machine. */
const PATIENCE_MS = 20_000
const random = createRandom(11)
const news = createObservationStream(random, { bills: 1 })
const late_ms = () => (random.next() < 0.3 ? random.between(0, 400) : 0)

let service: WholeService
let api: TestApi
let clients: { readonly how: string; readonly client: SyncClient }[]

/** Bills that are removed at a known moment, even if the machine has time for few random writes. */
const WITHDRAWN = ['SB 1', 'SB 2', 'SB 3']
const laid = (identifier: string) => news.of(identifier, 'An act that is withdrawn')

const ALTERED = 'An act that somebody altered'

beforeAll(async () => {
  service = await createWholeService({ projector_batch_events: 20, rate_limits: 'enterprise=0' })
  api = await service.openApi()
  await startSlowly()
  const ingesting = await createIngestWorld(service.database, service.settings)
  await ingesting.run(alone(news.of('SB 99', 'An act that nobody amends'), ...WITHDRAWN.map(laid)))
  await service.caughtUp()
  // A row that is wrong until the swap: only the swap itself can announce it.
  await service.database.query(
    `UPDATE read_0001.bills SET title = $1, item = replace(item::text, 'An act that nobody amends', $1)::json
     WHERE identifier = 'SB 99'`,
    [ALTERED],
  )
  clients = LIMITS.map((limit) => ({
    how: limit === 200 ? 'by X-Sync-Through alone' : `by cursors of ${limit}`,
    client: createSyncClient(api, '/v1/bills', limit),
  }))
  for (const { client } of clients) await client.poll()
})

/** A relay and two projectors, each of which may delay a commit. */
async function startSlowly(): Promise<void> {
  const { settings, codec } = service
  const log = createLog('test', settings.log_level)
  const kafka = () => createKafka(settings, 'legislog-test')
  const relay = createRelay({
    settings,
    database: createSlowDatabase(settings, late_ms),
    kafka: kafka(),
    log,
  })
  relay.start()
  cleanUp(() => relay.stop())
  for (let count = 0; count < 2; count += 1) {
    const database = createSlowDatabase(settings, late_ms)
    const parts = { settings, database, kafka: kafka(), codec, log }
    const following = followReadSchemas({ ...parts, clock: systemClock, metrics: createMetrics() })
    cleanUp(() => following.stop())
  }
}

let isWriting = true

type IngestWorld = Awaited<ReturnType<typeof createIngestWorld>>

/** Each registers all schemas, which a registry does for one after another. */
async function createWriters(): Promise<IngestWorld[]> {
  const writers: IngestWorld[] = []
  while (writers.length < WRITERS) {
    writers.push(await createIngestWorld(createSlowDatabase(service.settings, late_ms), service.settings))
  }
  return writers
}

/** It has its own source, since each source has one run at a time, and its own bills. */
async function write(ingesting: IngestWorld, writer: number): Promise<void> {
  const { some } = createObservationStream(random, { bills: BILLS_A_WRITER, after: writer * BILLS_A_WRITER })
  while (isWriting) await ingesting.run(alone(...some()), { name: `source-${writer}` })
}

async function withdraw(identifier: string): Promise<void> {
  const ingesting = await createIngestWorld(createSlowDatabase(service.settings, late_ms), service.settings)
  await ingesting.run(alone(news.of(identifier, 'An act that is withdrawn', 'withdrawn by the source')))
}

/** Clients ask fifty times a second, and leave most of the processor to the writers and the rebuild. */
async function poll(client: SyncClient): Promise<void> {
  while (isWriting) {
    await client.poll()
    await delay(POLL_MS)
  }
}

type Item = { readonly id: number; readonly title: string; readonly identifier: string }

async function shown(): Promise<Map<number, Item>> {
  const { data, next_cursor } = (await api.get('/v1/bills?limit=200')).json() as {
    data: Item[]
    next_cursor: string | null
  }
  expect(next_cursor).toBeNull()
  return new Map(data.map((item) => [item.id, item]))
}

/** The copy of each client equals the tables of the live read schema, including the new title of the altered bill. */
async function expectInSync(title: string): Promise<void> {
  const live = await liveReadSchema(service.database)
  await service.caughtUp(live)
  await eventually(async () => {
    const { rows } = await service.database.query<{ is_past: boolean }>(
      `SELECT watermark > (SELECT max(updated_at) FROM ${live}.bills) AS is_past
       FROM control.read_schema WHERE is_live`,
    )
    return rows[0]!.is_past
  })
  const items = await shown()
  expect([...items.values()].find(({ identifier }) => identifier === 'SB 99')).toMatchObject({ title })
  for (const { how, client } of clients) {
    await client.poll()
    expect({ how, items: new Map([...client.copy].sort()) }).toEqual({
      how,
      items: new Map([...items].sort()),
    })
  }
}

describe('a client that polls for changes during swaps and a rollback', () => {
  it('has every row of the tables, even if many writers commit late and out of order', async () => {
    const writers = await createWriters()
    const working = Promise.all([...writers.map(write), ...clients.map(({ client }) => poll(client))])
    working.catch(() => {})
    try {
      await withdraw('SB 1')
      const report = await rebuildOf(service, { accept_differences: true, patience_ms: PATIENCE_MS })
      expect(report).toMatchObject({ swapped: true, flip: { emitted_ids: 1, feed_epoch: null } })
      await withdraw('SB 2')
      expect(await rollbackOf(service, { patience_ms: PATIENCE_MS })).toMatchObject({
        to: 'read_0001',
        emitted_ids: 1,
      })
      await withdraw('SB 3')
      expect(await rollbackOf(service, { patience_ms: PATIENCE_MS })).toMatchObject({
        to: 'read_0002',
        emitted_ids: 1,
      })
    } finally {
      isWriting = false
      await working
    }
    await expectInSync('An act that nobody amends')
    const { rows } = await service.database.query<{ shown: number; deleted: number }>(
      `SELECT count(*) FILTER (WHERE NOT deleted) AS shown, count(*) FILTER (WHERE deleted) AS deleted
       FROM read_0002.bills`,
    )
    expect(rows[0]!.shown).toBeGreaterThan(10)
    expect(rows[0]!.deleted).toBeGreaterThanOrEqual(WITHDRAWN.length)
    for (const { client } of clients) expect(client.pages()).toBeGreaterThan(3)
  }, 120_000)

  it('has every row again after a rollback without writers', async () => {
    await rollbackOf(service, { patience_ms: PATIENCE_MS })
    await expectInSync(ALTERED)
  })

  it('gets no more rows when it is in sync', async () => {
    for (const { client } of clients) {
      const before = new Map(client.copy)
      await client.poll()
      expect(client.copy).toEqual(before)
    }
  })
})
