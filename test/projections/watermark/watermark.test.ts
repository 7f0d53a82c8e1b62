import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertOutbox } from '../../../ingest/outbox/outbox.ts'
import { frameEvents } from '../../../ingest/outbox/outbox-frame.ts'
import { createRelay } from '../../../ingest/relay/relay.ts'
import { startProjections } from '../../../projections/service/start-projections.ts'
import { projectionStatus } from '../../../projections/service/status.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createKafka, partitionOf } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../../runtime/log.ts'
import { inTransaction } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { eventId, toHeaders } from '../../../schemas/log/envelope.ts'
import { catalog, type EventType } from '../../../schemas/log/event-catalog.ts'
import type { EventBodyOf } from '../../../schemas/log/event-schemas.ts'
import {
  action,
  billContext,
  billEntity,
  core,
  rollCall,
  voteEntity,
} from '../../legislature/event-bodies.ts'
import { PARTITIONS } from '../../legislature/log-builder.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { createSetting, type Setting } from '../support/projecting.ts'
import { randomFrom } from '../support/schedules.ts'

const WRITERS = 5
const ROUNDS = 25
const BILLS_EACH = 4

let setting: Setting
let settings: Settings

beforeAll(async () => {
  setting = await createSetting()
  settings = await createTestTopics({ ...setting.settings, projector_batch_events: 5, projector_flush_ms: 5 })
})

describe('law 5: a reader of updated_since never misses a row', () => {
  it('with slow writers, two relays and two projectors at once', async () => {
    await startAll()
    const reader = startReader()
    await Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index)))
    await eventually(isCaughtUp, { timeout_ms: 25_000 })
    const end = await newest()
    await eventually(() => reader.since() > end, { timeout_ms: 5_000 })
    const copy = await reader.stop()
    expect(reader.pages()).toBeGreaterThan(1)
    expect(copy.size).toBe(WRITERS * BILLS_EACH)
    expect(Object.fromEntries(copy)).toEqual(Object.fromEntries(await allBills()))
  }, 60_000)
})

async function startAll(): Promise<void> {
  const log = createLog('test', process.env.LOG_LEVEL ?? 'silent')
  const common = { settings, database: setting.database, log }
  for (const name of ['one', 'two']) {
    const relay = createRelay({ ...common, kafka: createKafka(settings, `legislog-relay-${name}`) })
    relay.start()
    const projections = await startProjections({
      ...common,
      kafka: createKafka(settings, `legislog-project-${name}`),
      codec: setting.codec,
      clock: systemClock,
      metrics: new Registry(),
    })
    cleanUp(() => projections.stop())
    cleanUp(() => relay.stop())
  }
}

/** Changes its bills and their votes in random order, in transactions that stay open for a while. */
async function write(index: number): Promise<void> {
  const random = randomFrom(index + 1)
  const sequences = new Map<number, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const number = round < BILLS_EACH ? round : Math.floor(random() * BILLS_EACH)
    const bill = billEntity(1_000 * (index + 1) + number)
    const body = { ...bill, bill: billContext(bill) }
    await inTransaction(setting.database, async (client) => {
      const row =
        round < BILLS_EACH
          ? await rowOf('bill.introduced', bill.ocd_id, { ...body, core: core(`HB ${bill.id}`) }, sequences)
          : random() < 0.5
            ? await rowOf(
                'bill.action',
                bill.ocd_id,
                { ...body, action: action(`${bill.id}-${round}`, '2025-02-01', `Step ${round}`) },
                sequences,
              )
            : await rowOf(
                'vote.recorded',
                bill.ocd_id,
                { ...voteEntity(bill.id * 100 + round), bill: billContext(bill), vote: rollCall() },
                sequences,
              )
      await insertOutbox(client, [row])
      await delay(random() < 0.2 ? 150 : random() * 30)
    })
  }
}

async function rowOf<T extends EventType>(
  type: T,
  key: string,
  body: EventBodyOf<T>,
  sequences: Map<number, number>,
) {
  const { id, ocd_id } = body as { id: number; ocd_id: string }
  const sequence = (sequences.get(id) ?? 0) + 1
  sequences.set(id, sequence)
  const headers = toHeaders(type, {
    id: eventId(ocd_id, type, sequence, body as object),
    source: 'test/writer',
    subject: ocd_id,
    time: '2026-01-10T12:00:00Z',
    schema_version: catalog[type].version,
    sequence,
    run: 'test',
    backfill: false,
  })
  const value = await setting.codec.encode(type, body as object)
  return {
    topic: catalog[type].topic,
    partition: partitionOf(key, PARTITIONS),
    key,
    event_count: 1,
    events: frameEvents([{ headers, value }]),
  }
}

type Place = { readonly updated_at: string; readonly seq: string }

/** Polls as a sync client does: the next `updated_since` is the watermark of the previous page. */
function startReader() {
  const copy = new Map<string, Place>()
  let since = '-infinity'
  let pages = 0
  let isStopped = false
  async function run(): Promise<void> {
    while (!isStopped) {
      const { rows } = await setting.database.query<Place & { id: number | null; watermark: string }>(
        `SELECT r.watermark, b.id, b.updated_at, b.seq::text AS seq
         FROM control.read_schema r LEFT JOIN read_0001.bills b
           ON b.updated_at >= $1::timestamptz AND b.updated_at < r.watermark
         WHERE r.name = 'read_0001' ORDER BY b.updated_at, b.seq, b.id`,
        [since],
      )
      for (const { id, updated_at, seq } of rows) if (id !== null) copy.set(String(id), { updated_at, seq })
      if (rows.some(({ id }) => id !== null)) pages += 1
      since = rows[0]!.watermark
      await turn()
    }
  }
  const running = run()
  return {
    since: () => since,
    pages: () => pages,
    async stop() {
      isStopped = true
      await running
      return copy
    },
  }
}

async function isCaughtUp(): Promise<boolean> {
  const { rows } = await setting.database.query<{ outbox: number }>(
    'SELECT count(*) AS outbox FROM ingest.outbox',
  )
  const [status] = await projectionStatus(setting.database)
  return (
    rows[0]!.outbox === 0 &&
    status!.partitions.every(({ lag_events, claimed }) => lag_events === 0 && claimed === 0)
  )
}

async function newest(): Promise<string> {
  const { rows } = await setting.database.query<{ at: string }>(
    'SELECT max(updated_at) AS at FROM read_0001.bills',
  )
  return rows[0]!.at
}

async function allBills(): Promise<Map<string, Place>> {
  const { rows } = await setting.database.query<Place & { id: number }>(
    'SELECT id, updated_at, seq::text AS seq FROM read_0001.bills',
  )
  return new Map(rows.map(({ id, updated_at, seq }) => [String(id), { updated_at, seq }]))
}
