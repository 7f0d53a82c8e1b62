import { createEventCodec, type EventCodec } from '../../../runtime/events/event-codec.ts'
import {
  createKafka,
  partitionCount,
  partitionOf,
  topicName,
} from '../../../runtime/kafka/client/kafka-client.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { eventId, toHeaders } from '../../../schemas/log/envelope.ts'
import { catalog, type EventType } from '../../../schemas/log/event-catalog.ts'
import type { EventBodyOf } from '../../../schemas/log/event-schemas.ts'
import { cleanUp } from '../harness/clean-up.ts'

/** An event to publish; `value` replaces the encoded body by bytes that no codec would write. */
export type Publication = {
  [T in EventType]: {
    type: T
    key: string
    body: EventBodyOf<T>
    sequence?: number
    backfill?: boolean
    value?: Buffer
    headers?: Record<string, string>
  }
}[EventType]

export type Publisher = {
  codec: EventCodec
  publish(publications: readonly Publication[]): Promise<void>
}

/** Writes events to the topics of a test as the relay does, with the real registry. */
export async function createPublisher(settings: Settings, database: Database): Promise<Publisher> {
  const codec = await createEventCodec(settings, database)
  const producer = createKafka(settings, 'legislog-test').producer()
  await producer.connect()
  cleanUp(() => producer.disconnect())
  let stamps = 0

  async function messageOf({ type, key, body, sequence = 1, backfill = false, ...raw }: Publication) {
    stamps += 1
    const { ocd_id: subject } = body
    const meta = {
      id: eventId(subject, type, sequence, body),
      source: 'test/publisher',
      subject,
      time: '2026-02-01T00:00:00Z',
      schema_version: catalog[type].version,
      sequence,
      run: 'test',
      backfill,
    }
    const stamp = `2026-02-01T00:00:00.${String(stamps).padStart(6, '0')}Z`
    return {
      key,
      partition: partitionOf(key, partitionCount(settings, catalog[type].topic)),
      headers: { ...toHeaders(type, meta), ce_recordedtime: stamp, ...raw.headers },
      value: raw.value ?? (await codec.encode(type, body)),
    }
  }

  return {
    codec,
    async publish(publications) {
      const byTopic = Map.groupBy(publications, ({ type }) => catalog[type].topic)
      for (const [topic, group] of byTopic) {
        const messages = await Promise.all(group.map(messageOf))
        await producer.send({ topic: topicName(settings, topic), messages, acks: -1 })
      }
    },
  }
}
