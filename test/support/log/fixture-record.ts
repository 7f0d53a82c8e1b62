import type { EventCodec } from '../../../runtime/events/event-codec.ts'
import { partitionOf } from '../../../runtime/kafka/client/kafka-client.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { type Fixture, readFixture } from '../../../runtime/schema-check/schema-fixtures.ts'
import { catalog, type EventType } from '../../../schemas/log/event-catalog.ts'
import { PARTITIONS } from '../../legislature/log-builder.ts'

/** A fixture as a message of the log: its body after the id of its registered schema. */
export function fixtureRecord(fixture: Fixture, registryId: number, offset = 0n): LogRecord {
  return recordOf(fixture, wireValue(registryId, JSON.stringify(fixture.body)), offset)
}

export function recordOf(fixture: Fixture, value: Buffer | null, offset = 0n): LogRecord {
  const headers = Object.fromEntries(
    Object.entries(fixture.headers).map(([name, text]) => [name, Buffer.from(text)]),
  )
  const appendedAt = Date.parse(fixture.headers.ce_recordedtime!)
  const { topic, key } = fixture
  return {
    topic,
    partition: partitionOf(key, PARTITIONS),
    offset,
    key,
    headers,
    value,
    appended_at: appendedAt,
  }
}

export function wireValue(registryId: number, json: string | Buffer): Buffer {
  const header = Buffer.alloc(5)
  header.writeInt32BE(registryId, 1)
  return Buffer.concat([header, Buffer.from(json)])
}

/** The id that a codec writes for the current version of a type. */
export async function currentId(codec: EventCodec, type: EventType): Promise<number> {
  const value = await codec.encode(type, readFixture(type, catalog[type].version).body)
  return value.readInt32BE(1)
}
