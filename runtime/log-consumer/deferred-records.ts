import type { PoolClient } from 'pg'
import type { LogRecord } from '../kafka/records/log-record.ts'
import { headersText } from '../kafka/records/stored-headers.ts'
import { recordFrom, type StoredRecord } from '../kafka/records/stored-record.ts'
import type { Queryable } from '../postgres/postgres.ts'
import type { ParkedRecord, StoreSchema } from './store-schema.ts'
import {
  IS_PARKED_SQL,
  keyedPositionColumns,
  positionColumns,
  readVisibility,
  VISIBILITY_SQL,
  type Visibility,
} from './visibility.ts'

/** The reasons for which the live read schema never shows a message. */
export const NEVER_SHOWN = {
  given_up: 'it was dropped in the live read schema (legislog parked drop)',
  skipped: 'the live read schema had applied a later event of its entity before',
} as const

/** A message that the live read schema never shows is parked with this code. */
export const neverShown = (record: LogRecord, state: keyof typeof NEVER_SHOWN): ParkedRecord => ({
  record,
  code: 'event_not_shown',
  error: NEVER_SHOWN[state],
})

/** Reads what the live read schema does with the messages, and defers those that it does not show yet. */
export async function deferWaiting(
  client: PoolClient,
  store: StoreSchema,
  records: readonly LogRecord[],
  now: Date,
): Promise<{ readonly states: ReadonlyMap<LogRecord, Visibility>; readonly deferred: number }> {
  if (records.length === 0) return { states: new Map(), deferred: 0 }
  const states = await readVisibility(client, store, records)
  const shown = new Map<LogRecord, Visibility>(records.map((record, index) => [record, states[index]!]))
  const waiting = records.filter((record) => shown.get(record) === 'waits')
  await insertDeferred(client, store, waiting, now)
  return { states: shown, deferred: waiting.length }
}

async function insertDeferred(
  client: PoolClient,
  store: StoreSchema,
  records: readonly LogRecord[],
  now: Date,
): Promise<void> {
  if (records.length === 0) return
  await client.query(
    `INSERT INTO ${store}.deferred_event (topic, partition, "offset", key, headers, value, appended_at, deferred_at)
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

export async function deleteDeferred(
  client: PoolClient,
  store: StoreSchema,
  records: readonly LogRecord[],
): Promise<void> {
  await client.query(
    `DELETE FROM ${store}.deferred_event h
     USING unnest($1::text[], $2::int[], $3::bigint[]) AS r (topic, partition, place)
     WHERE h.topic = r.topic AND h.partition = r.partition AND h."offset" = r.place`,
    positionColumns(records),
  )
}

/**
 * Counts events that wait for the live read schema: it has not read them yet, or an earlier event of their key is
 * parked.
 */
export type DeferredEvents = { readonly unread: number; readonly parked: number }

export async function countDeferredOf(database: Queryable, store: StoreSchema): Promise<DeferredEvents> {
  const { rows } = await database.query<DeferredEvents>(
    `SELECT count(*) FILTER (WHERE NOT is_parked) AS unread, count(*) FILTER (WHERE is_parked) AS parked
     FROM (SELECT ${IS_PARKED_SQL} AS is_parked FROM ${store}.deferred_event w) held`,
  )
  return rows[0]!
}

/** Reads the first deferred messages that need not wait any longer, in log order. */
export async function readReady(client: Queryable, store: StoreSchema, limit: number): Promise<LogRecord[]> {
  const { rows } = await client.query<StoredRecord>(
    `SELECT topic, partition, "offset"::text AS "offset", key, headers, value, appended_at
     FROM ${store}.deferred_event w WHERE ${VISIBILITY_SQL} <> 'waits'
     ORDER BY topic, partition, w."offset" LIMIT $1`,
    [limit],
  )
  return rows.map(recordFrom)
}
