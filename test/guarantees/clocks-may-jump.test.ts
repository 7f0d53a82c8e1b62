import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../runtime/durations.ts'
import { createSyncClient, type SyncClient } from '../support/api/sync-client.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { randomObservation } from '../support/builders/observation-stream.ts'
import { alone, bill } from '../support/builders/observations.ts'
import { createRandom } from '../support/builders/seeded-random.ts'
import { createManualClock } from '../support/clocks/manual-clock.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { eventually } from '../support/harness/eventually.ts'
import { createIngestWorld, type IngestWorld } from '../support/ingest/ingest-world.ts'
import { readTopic } from '../support/log/read-topic.ts'
import { startFreshProjector } from '../support/service/fresh-projector.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'
import { createShiftedClockDatabase, shiftClock } from '../support/stores/shifted-clock-database.ts'

const SHIFTS = ['10 minutes', '-10 minutes', '1 hour', '-1 hour', '0']
const BILLS = 15
const random = createRandom(21)

let service: WholeService
let ingesting: IngestWorld
let api: TestApi
let clients: SyncClient[]
const watermarks: string[] = []

beforeAll(async () => {
  service = await createWholeService(
    { rate_limits: 'enterprise=0', clock_tolerance_s: 10_800 },
    {},
    createShiftedClockDatabase,
  )
  ingesting = await createIngestWorld(service.database, service.settings)
  service.startRelay()
  // Hosts whose clocks are an hour off, either way, share the partitions.
  for (const off_ms of [-HOUR_MS, HOUR_MS]) {
    const clock = createManualClock(new Date(Date.now() + off_ms).toISOString())
    const ticking = setInterval(() => clock.advance(100), 100)
    cleanUp(async () => clearInterval(ticking))
    await startFreshProjector(service, 'read_0001', clock)
  }
  api = await service.openApi()
  clients = [2, 200].map((limit) => createSyncClient(api, '/v1/bills', limit))
}, 60_000)

async function readWatermark(): Promise<string> {
  const { rows } = await service.database.query<{ watermark: string }>(
    'SELECT watermark FROM control.read_schema WHERE is_live',
  )
  return rows[0]!.watermark
}

let minute = 0

function someNews() {
  return Array.from({ length: 6 }, (_, index) => {
    minute += 1
    const observedAt = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
    return randomObservation(random, observedAt, index, { bills: BILLS, vote_share: 0 })
  })
}

async function allIsVisible(): Promise<void> {
  await service.caughtUp()
  await eventually(async () => {
    const { rows } = await service.database.query<{ is_past: boolean }>(
      `SELECT watermark > (SELECT max(updated_at) FROM read_0001.bills) AS is_past
       FROM control.read_schema WHERE is_live`,
    )
    return rows[0]!.is_past
  })
}

describe('a log with events in only one partition', () => {
  it('has a watermark that keeps moving for an hour without events', async () => {
    await ingesting.run(alone(bill('HB 1')))
    await allIsVisible()
    const before = await readWatermark()
    await shiftClock(service.database, '1 hour')
    await eventually(async () => Date.parse(await readWatermark()) - Date.parse(before) > HOUR_MS - 1_000)
    // It must not be ahead of the clock either.
    const { rows } = await service.database.query<{ is_past: boolean }>(
      'SELECT watermark <= clock_timestamp() AS is_past FROM control.read_schema',
    )
    expect(rows[0]!.is_past).toBe(true)
  })
})

describe('while the database clock jumps and the clocks of projectors are an hour off,', () => {
  it('clients that poll miss nothing', async () => {
    let goesOn = true
    const polling = Promise.all(
      clients.map(async (client) => {
        while (goesOn) {
          await client.poll()
          if (client === clients[0]) watermarks.push(await readWatermark())
        }
      }),
    )
    polling.catch(() => {})
    try {
      for (const by of SHIFTS) {
        await shiftClock(service.database, by)
        for (let run = 0; run < 4; run += 1) await ingesting.run(alone(...someNews()))
        await allIsVisible()
      }
    } finally {
      goesOn = false
      await polling
    }
    for (const client of clients) await client.poll()

    const { data, next_cursor } = (await api.get('/v1/bills?limit=200')).json()
    expect(next_cursor).toBeNull()
    expect(data.length).toBeGreaterThan(5)
    const shown = new Map((data as { id: number }[]).map((item) => [item.id, item]))
    for (const client of clients) expect(new Map([...client.copy].sort())).toEqual(new Map([...shown].sort()))
    expect(watermarks.length).toBeGreaterThan(5)
    const { differing, holes } = await service.verify()
    expect({ differing, holes }).toEqual({ differing: 0, holes: [] })
  }, 90_000)

  it('the stamps in each partition and the watermark only rise', async () => {
    const records = await readTopic(service.settings, 'legislog.bills.v1')
    const stamps = Map.groupBy(records, ({ partition }) => partition)
    for (const some of stamps.values()) {
      const times = some.map(({ headers }) => String(headers.ce_recordedtime))
      expect(times).toEqual(times.toSorted())
    }
    expect(watermarks).toEqual(watermarks.toSorted())
  })
})
