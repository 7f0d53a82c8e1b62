import type pg from 'pg'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import type { StoredHeaders } from '../../runtime/kafka/records/stored-headers.ts'
import { recordFrom } from '../../runtime/kafka/records/stored-record.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import { lockPartitions } from '../read-schemas/positions.ts'

export type ParkedKeyRef = {
  readonly read_schema: string
  readonly topic: TopicName
  readonly key: string
  /** Without it: the partition in which the key has been parked for longest. */
  readonly partition?: number
}

export type ParkedEvent = {
  readonly partition: number
  readonly offset: string
  readonly code: string
  readonly error: string
  readonly headers: StoredHeaders
  readonly value: Buffer | null
  readonly appended_at: number
  readonly parked_at: string
  readonly dropped_at: string | null
}

/**
 * Reads the events of a parked key in one partition. A key is parked in a second partition only if a message
 * is in the wrong one. Takes the lock that projectors of the partition take, so that nothing is parked or
 * applied meanwhile.
 */
export async function takeParked(client: pg.PoolClient, parkedKey: ParkedKeyRef): Promise<LogRecord[]> {
  const select = `SELECT partition, "offset"::text AS "offset", headers, value, appended_at
     FROM control.parked_event
     WHERE read_schema = $1 AND topic = $2 AND key = $3 AND dropped_at IS NULL AND partition = (
       SELECT partition FROM control.parked_key
       WHERE read_schema = $1 AND topic = $2 AND key = $3 AND partition = coalesce($4, partition)
       ORDER BY parked_at, partition LIMIT 1
     ) ORDER BY parked_event."offset"`
  const names = [parkedKey.read_schema, parkedKey.topic, parkedKey.key, parkedKey.partition ?? null]
  const { rows: before } = await client.query<ParkedEvent>(select, names)
  if (before.length === 0) {
    throw new LegislogError(
      'usage',
      `no event of ${parkedKey.key} in ${parkedKey.topic} is parked in ${parkedKey.read_schema}`,
    )
  }
  await lockPartitions(client, parkedKey.read_schema, [before[0]!.partition])
  const { rows } = await client.query<ParkedEvent>(select, names)
  return rows.map((row) => recordFrom({ ...row, topic: parkedKey.topic, key: parkedKey.key }))
}

/** Drops events of a key: they are kept, and never applied to the read schema. */
export async function dropEvents(
  client: pg.PoolClient,
  { read_schema, topic }: ParkedKeyRef,
  records: readonly LogRecord[],
): Promise<void> {
  for (const { partition, offset } of records)
    await client.query(
      `UPDATE control.parked_event SET dropped_at = clock_timestamp()
       WHERE read_schema = $1 AND topic = $2 AND partition = $3 AND "offset" = $4`,
      [read_schema, topic, partition, String(offset)],
    )
}

/** Lets projectors apply further events of the key. */
export async function unparkKey(
  client: pg.PoolClient,
  parkedKey: ParkedKeyRef,
  partition: number,
): Promise<void> {
  await client.query(
    'DELETE FROM control.parked_key WHERE read_schema = $1 AND topic = $2 AND key = $3 AND partition = $4',
    [parkedKey.read_schema, parkedKey.topic, parkedKey.key, partition],
  )
}
