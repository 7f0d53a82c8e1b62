import { describe, expect, it } from 'vitest'
import { KeyChunks } from '../../../projections/rebuild/fold/key-chunk.ts'
import { createRecordBuffer } from '../../../projections/rebuild/fold/read-share.ts'
import type { ShareCounts } from '../../../projections/rebuild/fold/share-counts.ts'
import { loadPartition } from '../../../projections/rebuild/load/load-partition.ts'
import { createEventCodec, type EventCodec } from '../../../runtime/events/event-codec.ts'
import { createKafka, partitionOf } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLogSource } from '../../../runtime/kafka/log-source/log-source.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import { readSchemas } from '../../../runtime/registry/schema-folder.ts'
import { subjectOf } from '../../../schemas/log/event-catalog.ts'
import { registeredText } from '../../../schemas/log/schema-files.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import { action, billContext, billEntity, core, statusBody } from '../../legislature/event-bodies.ts'
import { LogBuilder, PARTITIONS } from '../../legislature/log-builder.ts'
import { createFaultyServer } from '../../support/fakes/faulty-server.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { contentsOf, createLoading, endsOf, holdUp, LOADED, load, log } from '../support/loading.ts'
import { encodeLog } from '../support/log-source.ts'
import { produce } from '../support/produce.ts'
import { project, type Setting } from '../support/projecting.ts'

const ASKED_FOR = 'bill.status_changed'

/** Bills of partition 0; the last one has an event whose schema only the registry knows. */
function logOf(bills: number, description: string): LogBuilder {
  const builder = new LogBuilder()
  const ids = Array.from({ length: bills * 20 }, (_, index) => index + 1)
    .filter((id) => partitionOf(billEntity(id).ocd_id, PARTITIONS) === 0)
    .slice(0, bills)
  for (const id of ids) {
    const bill = billEntity(id)
    const body = { ...bill, bill: billContext(bill) }
    builder.add('bill.introduced', bill.ocd_id, { ...body, core: core(`HB ${id}`) })
    builder.add('bill.action', bill.ocd_id, { ...body, action: action(`a${id}`, '2025-01-20', description) })
  }
  const last = billEntity(ids.at(-1)!)
  builder.add(ASKED_FOR, last.ocd_id, statusBody(last, null, 'introduced'))
  return builder
}

/** A load that needs one schema from the registry, which fails this many requests and then answers. */
async function createAsking(
  builder: LogBuilder,
  failures: number,
  spoil = (records: LogRecord[]) => records,
) {
  const plain = await createLoading()
  const records = spoil(await encodeLog(builder.logged, plain.codec))
  for (let start = 0; start < records.length; start += 4) {
    await produce(plain.settings, plain.database, records.slice(start, start + 4))
  }
  await project(plain, records)
  await plain.database.query("DELETE FROM control.schema_id WHERE subject LIKE '%' || $1 || '%'", [ASKED_FOR])
  const registry = await createFaultyServer()
  const { schema } = readSchemas().find(({ type, version }) => subjectOf(type, version).includes(ASKED_FOR))!
  registry.serve(/^\//, () =>
    registry.count() <= failures
      ? { status: 500, body: {} }
      : { body: { schema: registeredText(schema), schemaType: 'JSON' } },
  )
  const setting = { ...plain, settings: { ...plain.settings, schema_registry_url: registry.url } }
  return { setting, records }
}

function contextOf({ settings }: Setting) {
  // With one connection, the second try gets that of the first.
  const database = createDatabase({ ...settings, database_pool: 1 })
  const source = createLogSource({ settings, kafka: createKafka(settings, 'legislog-test'), log })
  cleanUp(async () => {
    await source.close()
    await database.end()
  })
  return {
    database,
    source,
    buffer: createRecordBuffer(),
    chunks: new KeyChunks(),
    budget_bytes: 2 ** 28,
    read_schema: LOADED,
    signal: new AbortController().signal,
    was_tried: false,
    onCulprit() {},
  }
}

describe('a load while the registry is away', () => {
  it('writes nothing outside its transaction, even if it fails while rows are being written', async () => {
    // More than is written at once comes before the event whose schema is missing.
    const { setting, records } = await createAsking(logOf(12, 'x'.repeat(500_000)), 3)
    const context = contextOf(setting)
    const spans = [...endsOf(records)].map(([place, to]) => {
      const [topic, partition] = place.split(':') as [TopicName, string]
      return { topic, partition: Number(partition), from: 0n, to, last_at: null }
    })
    const counted: ShareCounts[] = []
    const onCounts = (counts: ShareCounts) => counted.push(counts)
    const asking = Promise.withResolvers<void>()
    const codec = await createEventCodec(setting.settings, setting.database)
    const failing: EventCodec = {
      ...codec,
      decode: (record) => codec.decode(record).finally(() => setImmediate(asking.resolve)),
    }
    const hold = await holdUp(setting)
    const first = loadPartition({ ...context, codec: failing, onCounts }, spans)
    first.catch(() => {})
    await asking.promise
    expect(await hold.waiting('COPY %bills ')).toHaveLength(1)
    await hold.release()
    await expect(first).rejects.toMatchObject({ code: 'registry_unreachable' })
    const countedFirst = counted.length

    const fresh = await createEventCodec(setting.settings, setting.database)
    await loadPartition({ ...context, codec: fresh, onCounts() {} }, spans)
    expect(counted).toHaveLength(countedFirst)
    expect(await contentsOf(setting.database, LOADED)).toEqual(
      await contentsOf(setting.database, setting.read_schema),
    )
  })

  it('counts a parked event once, for any number of retries', async () => {
    const spoil = (records: LogRecord[]) =>
      records.map((record, index) =>
        index < 12 && index % 2 === 0 ? { ...record, value: Buffer.alloc(2) } : record,
      )
    const { setting, records } = await createAsking(logOf(20, 'Read'), 3, spoil)
    expect(await load(setting, endsOf(records))).toMatchObject({ events: records.length, parked: 12 })
    expect(await contentsOf(setting.database, LOADED)).toEqual(
      await contentsOf(setting.database, setting.read_schema),
    )
  })
})
