import type { Kafka } from 'kafkajs'
import { topicName } from '../../runtime/kafka/client/kafka-client.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { topics } from '../../schemas/log/topics.ts'

const WIRE_HEADER_BYTES = 5

/** The obvious consumer: it parses each message, upserts one row and commits. Gives the count. */
export async function consumeNaively(
  kafka: Kafka,
  settings: Settings,
  database: Database,
  most: number,
): Promise<number> {
  await database.query(
    `CREATE SCHEMA naive;
     CREATE TABLE naive.latest (ocd_id text PRIMARY KEY, id bigint NOT NULL, type text NOT NULL,
       recorded_at timestamptz NOT NULL, body json NOT NULL)`,
  )
  const finished = Promise.withResolvers<void>()
  const consumer = kafka.consumer({ groupId: `${settings.topic_prefix}naive`, retry: { retries: 20 } })
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) finished.reject(payload.error)
  })
  await consumer.connect()
  await consumer.subscribe({
    topics: topics.map(({ name }) => topicName(settings, name)),
    fromBeginning: true,
  })
  let count = 0
  await consumer.run({
    async eachMessage({ message: { value, headers } }) {
      if (count >= most) return
      const body = JSON.parse(value!.toString('utf8', WIRE_HEADER_BYTES)) as { id: number; ocd_id: string }
      await database.query(
        `INSERT INTO naive.latest (ocd_id, id, type, recorded_at, body) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (ocd_id) DO UPDATE SET type = excluded.type, recorded_at = excluded.recorded_at, body = excluded.body`,
        [
          body.ocd_id,
          body.id,
          String(headers!.ce_type),
          String(headers!.ce_recordedtime),
          JSON.stringify(body),
        ],
      )
      count += 1
      if (count === most) finished.resolve()
    },
  })
  await finished.promise
  await consumer.disconnect()
  await database.query('DROP SCHEMA naive CASCADE')
  return count
}
