import { frameEvents } from '../../../ingest/outbox/outbox-frame.ts'
import { partitionCount, partitionOf } from '../../../runtime/kafka/client/kafka-client.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'

export type WaitingRow = { key: string; values: readonly (string | Buffer)[]; topic?: TopicName }

/** Puts rows into the outbox as ingest does: one per observation, with its events in order. */
export async function fillOutbox(
  database: Database,
  settings: Settings,
  rows: readonly WaitingRow[],
): Promise<void> {
  for (const { key, values, topic = 'legislog.bills.v1' } of rows) {
    const events = values.map((value) => ({ headers: { ce_subject: key }, value: Buffer.from(value) }))
    await database.query(
      'INSERT INTO ingest.outbox (topic, partition, key, event_count, events) VALUES ($1, $2, $3, $4, $5)',
      [topic, partitionOf(key, partitionCount(settings, topic)), key, events.length, frameEvents(events)],
    )
  }
  await database.query("SELECT pg_notify('legislog_outbox', '')")
}
