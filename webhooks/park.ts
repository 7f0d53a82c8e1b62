import type { PoolClient } from 'pg'
import type { Parked } from './log-batch.ts'

/** Keeps messages that became nothing, with their bytes and the reason. */
export async function park(client: PoolClient, parked: readonly Parked[], now: Date): Promise<void> {
  for (const { record, code, error } of parked) {
    const headers = Object.fromEntries(
      Object.entries(record.headers).map(([name, value]) => [
        name,
        value === undefined ? null : String(value),
      ]),
    )
    await client.query(
      `INSERT INTO webhook.parked (topic, partition, "offset", key, code, error, headers, value, appended_at, parked_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
      [
        record.topic,
        record.partition,
        String(record.offset),
        clean(record.key),
        code,
        clean(error),
        clean(JSON.stringify(headers)),
        record.value,
        record.appended_at,
        now,
      ],
    )
  }
}

/** Postgres takes no NUL in text, and in JSON no escaped one either. */
function clean(text: string): string {
  return text.replaceAll('\0', '\ufffd').replaceAll('\\u0000', '\ufffd')
}
