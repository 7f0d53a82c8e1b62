import type { PoolClient } from 'pg'
import { headersText, storable } from '../kafka/records/stored-headers.ts'
import type { ParkedRecord, StoreSchema } from './store-schema.ts'

/** Stores messages that a consumer could not use, with their bytes and the reason. */
export async function insertParked(
  client: PoolClient,
  store: StoreSchema,
  parked: readonly ParkedRecord[],
  now: Date,
): Promise<void> {
  for (const { record, code, error } of parked) {
    await client.query(
      `INSERT INTO ${store}.parked_event (topic, partition, "offset", key, code, error, headers, value, appended_at, parked_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
      [
        record.topic,
        record.partition,
        String(record.offset),
        record.key,
        code,
        storable(error),
        headersText(record.headers),
        record.value,
        record.appended_at,
        now,
      ],
    )
  }
}
