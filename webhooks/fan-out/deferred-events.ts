import type { PoolClient } from 'pg'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import { headersText } from '../../runtime/kafka/records/stored-headers.ts'
import { recordFrom, type StoredRecord } from '../../runtime/kafka/records/stored-record.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { ErrorCode } from '../../schemas/errors.ts'
import type { ParkedRecord, ReadBatch } from '../log/log-batch.ts'
import { findKnownEvents } from './fan-out.ts'
import {
  IS_PARKED_SQL,
  keyedPositionColumns,
  positionColumns,
  readVisibility,
  VISIBILITY_SQL,
  type Visibility,
} from './visibility.ts'

const NOT_SHOWN: ErrorCode = 'event_not_shown'
const parkReasons = {
  given_up: 'it was dropped in the live read schema (legislog parked drop)',
  skipped: 'the live read schema had applied a later event of its entity before',
} as const

/**
 * Returns the part of a batch that the live read schema shows. Defers the part that it does not show yet, and parks
 * the part that it will never show.
 */
export async function deferUnprojected(
  client: PoolClient,
  batch: ReadBatch,
  now: Date,
): Promise<{ readonly visible: ReadBatch; readonly deferred: number }> {
  const records = recordsOf(batch)
  if (records.length === 0) return { visible: batch, deferred: 0 }
  const states = await readVisibility(client, records)
  const shown = new Map<LogRecord, Visibility>(records.map((record, index) => [record, states[index]!]))
  const waiting = records.filter((record) => shown.get(record) === 'waits')
  await insertDeferred(client, waiting, now)
  const isShown = ({ record }: { readonly record: LogRecord }) => shown.get(record) === 'shown'
  const events = batch.events.filter(isShown)
  const repeats = await repeatsAmong(client, batch, events)
  const never = records.flatMap((record): ParkedRecord[] => {
    const state = shown.get(record)
    if ((state !== 'given_up' && state !== 'skipped') || repeats.has(record)) return []
    return [{ record, code: NOT_SHOWN, error: parkReasons[state] }]
  })
  const merges = batch.merges.filter(isShown)
  return {
    visible: { ...batch, events, merges, parked: [...batch.parked, ...never] },
    deferred: waiting.length,
  }
}

/** The messages of a batch that become webhooks or merge bills. */
export function recordsOf({ events, merges }: ReadBatch): LogRecord[] {
  return [...new Set([...events, ...merges].map(({ record }) => record))]
}

/**
 * Finds messages that are not shown and repeat an event that was fanned out before. They contain nothing new.
 */
async function repeatsAmong(
  client: PoolClient,
  batch: ReadBatch,
  shown: ReadBatch['events'],
): Promise<Set<LogRecord>> {
  const others = batch.events.filter((event) => !shown.includes(event))
  const taken = await findKnownEvents(
    client,
    others.map(({ ce_id }) => ce_id),
  )
  const known = new Set([...taken, ...shown.map(({ ce_id }) => ce_id)])
  return new Set(others.filter(({ ce_id }) => known.has(ce_id)).map(({ record }) => record))
}

async function insertDeferred(client: PoolClient, records: readonly LogRecord[], now: Date): Promise<void> {
  if (records.length === 0) return
  await client.query(
    `INSERT INTO webhook.deferred_event (topic, partition, "offset", key, headers, value, appended_at, deferred_at)
     SELECT *, $8 FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::json[], $6::bytea[], $7::bigint[])
     ON CONFLICT DO NOTHING`,
    [
      ...keyedPositionColumns(records),
      records.map(({ headers }) => headersText(headers)),
      records.map(({ value }) => value),
      records.map(({ appended_at }) => appended_at),
      now,
    ],
  )
}

export async function deleteDeferred(client: PoolClient, records: readonly LogRecord[]): Promise<void> {
  await client.query(
    `DELETE FROM webhook.deferred_event h
     USING unnest($1::text[], $2::int[], $3::bigint[]) AS r (topic, partition, place)
     WHERE h.topic = r.topic AND h.partition = r.partition AND h."offset" = r.place`,
    positionColumns(records),
  )
}

/**
 * Counts events that wait for the live read schema: it has not read them yet, or an earlier event of their key is
 * parked.
 */
type DeferredEvents = { readonly unread: number; readonly parked: number }

export async function countDeferred(database: Database): Promise<DeferredEvents> {
  const { rows } = await database.query<DeferredEvents>(
    `SELECT count(*) FILTER (WHERE NOT is_parked) AS unread, count(*) FILTER (WHERE is_parked) AS parked
     FROM (SELECT ${IS_PARKED_SQL} AS is_parked FROM webhook.deferred_event w) held`,
  )
  return rows[0]!
}

/** Reads the first deferred messages that need not wait any longer, in log order. */
export async function readReadyEvents(
  client: Pick<PoolClient, 'query'>,
  limit: number,
): Promise<LogRecord[]> {
  const { rows } = await client.query<StoredRecord>(
    `SELECT topic, partition, "offset"::text AS "offset", key, headers, value, appended_at
     FROM webhook.deferred_event w WHERE ${VISIBILITY_SQL} <> 'waits'
     ORDER BY topic, partition, w."offset" LIMIT $1`,
    [limit],
  )
  return rows.map(recordFrom)
}
