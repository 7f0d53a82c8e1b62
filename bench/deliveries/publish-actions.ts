import type { EventCodec } from '../../runtime/events/event-codec.ts'
import {
  type Kafka,
  partitionCount,
  partitionOf,
  topicName,
} from '../../runtime/kafka/client/kafka-client.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { eventId, toHeaders } from '../../schemas/log/envelope.ts'
import { catalog } from '../../schemas/log/event-catalog.ts'
import type { EventBodyOf } from '../../schemas/log/event-schemas.ts'
import { action } from '../../test/support/builders/webhook-events.ts'

const TOPIC = 'legislog.bills.v1'
const BILLS = 200

/** Writes actions to the log as the relay does. */
export type ActionPublisher = { publish(number: number): Promise<void>; close(): Promise<void> }

export async function createActionPublisher(
  kafka: Kafka,
  settings: Settings,
  codec: EventCodec,
): Promise<ActionPublisher> {
  const producer = kafka.producer()
  await producer.connect()
  return {
    async publish(number) {
      const { body, key } = action(number, { bill_id: 1 + (number % BILLS) })
      const message = {
        key,
        partition: partitionOf(key, partitionCount(settings, TOPIC)),
        ...(await encodeAction(codec, { key, body, number, source: 'bench/deliveries', run: 'bench' })),
      }
      await producer.send({ topic: topicName(settings, TOPIC), messages: [message], acks: -1 })
    },
    close: () => producer.disconnect(),
  }
}

/** Headers and value of an action that was recorded now. */
export async function encodeAction(
  codec: EventCodec,
  event: {
    readonly key: string
    readonly body: EventBodyOf<'bill.action'>
    readonly number: number
    readonly source: string
    readonly run: string
  },
): Promise<{ headers: Record<string, string>; value: Buffer }> {
  const { key, body, number, source, run } = event
  const time = new Date().toISOString()
  const meta = {
    id: eventId(key, 'bill.action', number, body),
    source,
    subject: key,
    time,
    schema_version: catalog['bill.action'].version,
    sequence: number,
    run,
    backfill: false,
  }
  return {
    headers: { ...toHeaders('bill.action', meta), ce_recordedtime: time.replace('Z', '000Z') },
    value: await codec.encode('bill.action', body),
  }
}
