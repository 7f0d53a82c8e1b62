import type { Kafka } from '../../runtime/kafka/client/kafka-client.ts'
import { partitionKey } from '../../runtime/kafka/client/log-position.ts'
import type { Log } from '../../runtime/log.ts'
import { groupOffsets } from '../../runtime/log-consumer/group-offsets.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { createLogEnds, webhookTopics } from './log-ends.ts'

/** Spare ids for transactions that took ids and never committed. */
const SPARE_IDS = 1_000_000

/**
 * Keeps event ids unique after the restore of an old backup, which does not know the ids that were given since. Kafka
 * shows them: if the group has read further than the positions say, this raises the next id above all ids that may
 * have been given, one for each event behind the positions. Call it before anything is read.
 */
export async function raiseEventIds(options: {
  readonly settings: Settings
  readonly kafka: Kafka
  readonly database: Database
  readonly group: string
  readonly log: Log
}): Promise<void> {
  const { settings, kafka, database, log } = options
  const read = await groupOffsets({ settings, kafka, group: options.group, topics: webhookTopics })
  const { rows } = await database.query<{ topic: string; partition: number; next: number }>(
    'SELECT topic, partition, next FROM webhook.position',
  )
  const next = new Map(rows.map((row) => [partitionKey(row), row.next]))
  if (![...read].some(([key, offset]) => offset > (next.get(key) ?? 0))) return
  const ends = await createLogEnds(kafka, settings)()
  const events = Object.entries(ends).reduce(
    (sum, [key, end]) => sum + Math.max(0, end - (next.get(key) ?? 0)),
    0,
  )
  const { rows: raised } = await database.query<{ event_id: number }>(
    `WITH target AS (SELECT coalesce(max(id), 0) + $1::bigint AS id FROM webhook.event)
     SELECT setval(pg_get_serial_sequence('webhook.event', 'id'), target.id) AS event_id FROM target
     WHERE target.id > coalesce(pg_sequence_last_value(pg_get_serial_sequence('webhook.event', 'id')), 0)`,
    [events + SPARE_IDS],
  )
  if (raised[0] === undefined) return
  log.warn(
    { events, ...raised[0] },
    'webhooks were restored from an older backup: new ids are above all that were given',
  )
}
