import type { EventCodec } from '../../runtime/event-codec.ts'
import { type Kafka, partitionCount, partitionOf, topicName } from '../../runtime/kafka.ts'
import type { Settings } from '../../runtime/settings.ts'
import { catalog } from '../../schemas/catalog.ts'
import { eventId, toHeaders } from '../../schemas/envelope.ts'
import { action } from '../../test/support/webhook-events.ts'

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
      const time = new Date().toISOString()
      const meta = {
        id: eventId(key, 'bill.action', number, body),
        source: 'bench/deliveries',
        subject: key,
        time,
        schema_version: catalog['bill.action'].version,
        sequence: number,
        run: 'bench',
        backfill: false,
      }
      const message = {
        key,
        partition: partitionOf(key, partitionCount(settings, TOPIC)),
        headers: { ...toHeaders('bill.action', meta), ce_recordedtime: time.replace('Z', '000Z') },
        value: await codec.encode('bill.action', body as never),
      }
      await producer.send({ topic: topicName(settings, TOPIC), messages: [message], acks: -1 })
    },
    close: () => producer.disconnect(),
  }
}
