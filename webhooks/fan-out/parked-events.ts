import type { EventCodec } from '../../runtime/events/event-codec.ts'
import { offsetKey } from '../../runtime/kafka/client/log-position.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import { recordFrom, type StoredRecord } from '../../runtime/kafka/records/stored-record.ts'
import { batchOf } from '../../runtime/log-consumer/record-batch.ts'
import { positionColumns } from '../../runtime/log-consumer/visibility.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import { applyBatch } from './apply-batch.ts'

/** An event that could not be read or that Postgres refused, and so was not sent. */
type ParkedWebhook = {
  readonly topic: TopicName
  readonly partition: number
  readonly offset: string
  readonly key: string
  readonly code: string
  readonly error: string
  readonly parked_at: string
}

const AT_ONCE = 500
const COLUMNS = 'topic, partition, "offset"::text AS "offset", key, code, error, parked_at'

export async function listParkedWebhooks(database: Database): Promise<ParkedWebhook[]> {
  const { rows } = await database.query<ParkedWebhook>(
    `SELECT ${COLUMNS} FROM webhook.parked_event ORDER BY topic, partition, webhook.parked_event."offset"`,
  )
  return rows
}

/**
 * Reads parked messages again in log order, and creates the deliveries of those that are readable now. Messages that
 * still fail stay parked.
 */
export async function retryParkedWebhooks(options: {
  readonly database: Database
  readonly codec: EventCodec
  readonly now: Date
}): Promise<{ readonly read: number; readonly deliveries: number; readonly unreadable: number }> {
  const { database, codec, now } = options
  const total = { read: 0, deliveries: 0, unreadable: 0 }
  for (let after: ParkedWebhook | undefined; ; ) {
    const rows = await pageAfter(database, after)
    if (rows.length === 0) return total
    after = rows.at(-1)
    const records = rows.map(recordFrom)
    const applied = await applyBatch(batchOf(records), { database, codec, now, moves_positions: false })
    if (applied === undefined) return total
    const { deliveries, parked } = applied
    const parkedKeys = new Set(parked.map(({ record }) => offsetKey(record)))
    const read = records.filter((record) => !parkedKeys.has(offsetKey(record)))
    // Delete after the deliveries are written: a crash between the two makes no duplicates, because the events are
    // known then.
    await deleteParked(database, read)
    total.read += read.length
    total.deliveries += deliveries
    total.unreadable += parked.length
  }
}

async function pageAfter(
  database: Database,
  after: ParkedWebhook | undefined,
): Promise<(ParkedWebhook & StoredRecord)[]> {
  const { rows } = await database.query<ParkedWebhook & StoredRecord>(
    `SELECT ${COLUMNS}, headers, value, appended_at FROM webhook.parked_event
     WHERE $1::text IS NULL OR (topic, partition, webhook.parked_event."offset") > ($1, $2::int, $3::bigint)
     ORDER BY topic, partition, webhook.parked_event."offset" LIMIT ${AT_ONCE}`,
    [after?.topic, after?.partition, after?.offset],
  )
  return rows
}

async function deleteParked(database: Database, read: readonly LogRecord[]): Promise<void> {
  await database.query(
    `DELETE FROM webhook.parked_event p USING unnest($1::text[], $2::int[], $3::bigint[]) AS r (topic, partition, place)
     WHERE p.topic = r.topic AND p.partition = r.partition AND p."offset" = r.place`,
    positionColumns(read),
  )
}
