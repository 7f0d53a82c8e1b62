import { hash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Generated, generateCorpus } from '../../../corpus/write/generate-corpus.ts'
import { startProjections } from '../../../projections/service/start-projections.ts'
import { verify } from '../../../projections/verify/verify.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createEventCodec } from '../../../runtime/events/event-codec.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { createLog } from '../../../runtime/log.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { topics } from '../../../schemas/log/topics.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { headerOf, readTopic } from '../../support/log/read-topic.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { knowSchemas } from '../../support/stores/schema-ids.ts'

const BILLS = 100
const log = createLog('test', 'silent')

let settings: Settings
let database: Database
let generated: Generated
let records: LogRecord[]

beforeAll(async () => {
  const test = await createTestDatabase()
  database = test.database
  settings = await createTestTopics(test.settings)
  await knowSchemas(database)
  generated = await generateCorpus({ settings, database, log, bills: BILLS, seed: 7, workers: 2 })
  records = await readAllOf(settings)
})

async function readAllOf(of: Settings): Promise<LogRecord[]> {
  const all: LogRecord[] = []
  for (const { name } of topics) all.push(...(await readTopic(of, name)))
  return all
}

const placeOf = ({ topic, partition }: LogRecord) => `${topic}:${partition}`

/** Everything that a reader sees of each record, except the time when the broker appended it. */
const digestOf = (all: readonly LogRecord[]) =>
  hash(
    'sha256',
    JSON.stringify(
      all.map((record) => [
        placeOf(record),
        String(record.offset),
        record.key,
        Object.entries(record.headers).map(([name, value]) => [name, String(value)]),
        record.value?.toString('base64'),
      ]),
    ),
  )

describe('a generated corpus', () => {
  it('is the same, byte for byte, for the same size and seed', async () => {
    const other = await createTestDatabase()
    const again = await createTestTopics(other.settings)
    await generateCorpus({ ...other, settings: again, log, bills: BILLS, seed: 7, workers: 1 })
    expect(digestOf(await readAllOf(again))).toBe(digestOf(records))
  })

  it('has the reported number of events, and introduces every bill once', () => {
    expect(records).toHaveLength(generated.events)
    const introduced = records.filter((record) => headerOf(record, 'ce_type') === 'bill.introduced')
    expect(introduced).toHaveLength(BILLS)
    expect(new Set(introduced.map((record) => headerOf(record, 'ce_subject'))).size).toBe(BILLS)
    expect(Object.keys(generated.by_type).length).toBeGreaterThan(15)
  })

  it('numbers the events of each entity without gaps, with rising stamps in each partition', () => {
    const last = new Map<string, number>()
    const stamps = new Map<string, string>()
    const ids = new Set<string>()
    for (const record of records) {
      const subject = headerOf(record, 'ce_subject')
      expect(Number(headerOf(record, 'ce_sequence'))).toBe((last.get(subject) ?? 0) + 1)
      last.set(subject, (last.get(subject) ?? 0) + 1)
      const stamp = headerOf(record, 'ce_recordedtime')
      expect(stamp > (stamps.get(placeOf(record)) ?? '')).toBe(true)
      stamps.set(placeOf(record), stamp)
      ids.add(headerOf(record, 'ce_id'))
    }
    expect(ids.size).toBe(records.length)
    expect([...stamps.values()].every((stamp) => stamp < new Date().toISOString())).toBe(true)
  })

  it('reserves its ids, so that ingest never reuses them', async () => {
    const { rows } = await database.query<{ next: number }>(`SELECT nextval('ingest.entity_id') AS next`)
    const codec = await createEventCodec(settings, database)
    const events = await Promise.all(records.map((record) => codec.decode(record)))
    const highest = Math.max(...events.map(({ body }) => body.id))
    expect(rows[0]!.next).toBeGreaterThan(highest)
  })

  it('is refused for topics with messages and for a database with entities', async () => {
    const wanted = { database, log, bills: 10, seed: 1, workers: 1 }
    await expect(generateCorpus({ ...wanted, settings })).rejects.toMatchObject({ code: 'topic_mismatch' })
    const empty = await createTestTopics(settings)
    await expect(generateCorpus({ ...wanted, settings: empty })).rejects.toMatchObject({ code: 'usage' })
  })

  it('is projected completely, parks nothing, and the oracle finds no difference', async () => {
    const kafka = createKafka(settings, 'legislog-test', log)
    const codec = await createEventCodec(settings, database)
    const parts = { settings, database, kafka, codec, log, clock: systemClock }
    const projections = await startProjections({ ...parts, metrics: createMetrics() })
    await eventually(() => {
      const { lag_events, watermark } = projections.health()
      return lag_events === 0 && watermark !== undefined
    })
    await projections.stop()
    const { read_schema } = projections.health()
    const verification = await verify({ settings, database, read_schema })
    expect(verification).toMatchObject({
      is_equal: true,
      differing: 0,
      holes: [],
      parked: [],
      unreadable: [],
    })
    expect(verification.events).toBe(records.length)
  })
})
