import type { PoolClient } from 'pg'
import { packTexts } from '../state/packed-texts.ts'

export type OutboxRow = {
  readonly topic: string
  readonly partition: number
  readonly key: string
  readonly event_count: number
  readonly events: Buffer
}

/** Inserts rows in the order in which the relay publishes them, and wakes the relay at commit. */
export async function insertOutbox(client: PoolClient, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return
  const events = packTexts(rows.map((row) => row.events))
  await client.query(
    `INSERT INTO ingest.outbox (topic, partition, key, event_count, events)
     SELECT w.topic, w.partition, w.key, w.event_count, substr($5::bytea, w.starts, w.length)
     FROM unnest($1::text[], $2::int[], $3::text[], $4::int[], $6::int[], $7::int[])
       AS w (topic, partition, key, event_count, starts, length)`,
    [
      rows.map(({ topic }) => topic),
      rows.map(({ partition }) => partition),
      rows.map(({ key }) => key),
      rows.map(({ event_count }) => event_count),
      events.bytes,
      events.starts,
      events.lengths,
    ],
  )
  await client.query(`SELECT pg_notify('legislog_outbox', '')`)
}
