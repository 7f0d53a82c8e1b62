import type { PoolClient } from 'pg'
import { partitionKey } from '../../runtime/kafka/client/log-position.ts'
import * as positions from '../../runtime/log-consumer/positions.ts'
import type { PositionMove } from '../../runtime/log-consumer/store-schema.ts'
import { ALERT_POSITIONS_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import type { TopicName } from '../../schemas/log/topics.ts'

const store = 'alerts'

/** The topics with events about bills. */
export const alertTopics: readonly TopicName[] = ['legislog.bills.v1', 'legislog.votes.v1']

/**
 * Returns the next offsets, by `topic:partition`. A partition that was never read begins at the position of the oldest
 * subscription. Without subscriptions it begins where the live read schema is: nobody waits for earlier events.
 */
export async function loadPositions(
  database: Database,
  parts: readonly positions.Part[],
): Promise<Map<string, bigint>> {
  const stored = await positions.readPositions(database, store, parts)
  const missing = parts.filter((part) => !stored.has(partitionKey(part)))
  if (missing.length === 0) return stored
  await inTransaction(database, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [ALERT_POSITIONS_LOCK])
    const shown = await readShown(client)
    const { rows } = await client.query<{ start: Record<string, number> }>(
      'SELECT start FROM alerts.subscription WHERE removed_at IS NULL',
    )
    const firstOf = (key: string) =>
      rows.reduce((least, { start }) => Math.min(least, start[key] ?? 0), shown[key] ?? 0)
    await client.query(
      `INSERT INTO alerts.position (topic, partition, next)
       SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[]) ON CONFLICT DO NOTHING`,
      [
        missing.map(({ topic }) => topic),
        missing.map(({ partition }) => partition),
        missing.map((part) => firstOf(partitionKey(part))),
      ],
    )
  })
  return positions.readPositions(database, store, parts)
}

export const movePositions = (client: PoolClient, moves: readonly PositionMove[]): Promise<void> =>
  positions.movePositions(client, store, moves)

export const rewindPositions = (client: PoolClient, ends: readonly positions.PartEnd[]): Promise<void> =>
  positions.rewindStore(client, { store, owners: 'alerts.subscription' }, ends)

/**
 * The first offsets that a new subscription is about: what the API shows now, and what was read already, is not reported.
 * Locks the positions: no batch is written until the transaction ends.
 */
export async function lockStart(client: PoolClient): Promise<Record<string, number>> {
  const read = await positions.lockPositions(client, { store, lock: ALERT_POSITIONS_LOCK })
  const start = await readShown(client)
  for (const { topic, partition, next } of read) {
    const key = partitionKey({ topic: topic as TopicName, partition })
    start[key] = Math.max(start[key] ?? 0, next)
  }
  return start
}

/** How far the live read schema has read, by `topic:partition`. */
async function readShown(client: Queryable): Promise<Record<string, number>> {
  const { rows } = await client.query<{ topic: TopicName; partition: number; next: number }>(
    `SELECT p.topic, p.partition, p.next FROM control.position p
     JOIN control.read_schema s ON s.name = p.read_schema AND s.is_live WHERE p.topic = ANY ($1::text[])`,
    [[...alertTopics]],
  )
  return Object.fromEntries(rows.map((row) => [partitionKey(row), row.next]))
}
