import type { PoolClient } from 'pg'
import { LegislogError } from '../../schemas/errors.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import { partitionKey } from '../kafka/client/log-position.ts'
import type { Queryable } from '../postgres/postgres.ts'
import type { PositionMove, StoreSchema } from './store-schema.ts'

export type Part = { readonly topic: TopicName; readonly partition: number }
/** Where the log ends in a partition. */
export type PartEnd = { readonly topic: string; readonly partition: number; readonly end: bigint }

/** Returns the stored positions, by `topic:partition`. */
export async function readPositions(
  database: Queryable,
  store: StoreSchema,
  parts: readonly Part[],
): Promise<Map<string, bigint>> {
  const { rows } = await database.query<{ topic: string; partition: number; next: string }>(
    `SELECT topic, partition, next::text FROM ${store}.position
     JOIN unnest($1::text[], $2::integer[]) AS part (topic, partition) USING (topic, partition)`,
    [parts.map(({ topic }) => topic), parts.map(({ partition }) => partition)],
  )
  return new Map(rows.map(({ topic, partition, next }) => [partitionKey({ topic, partition }), BigInt(next)]))
}

/**
 * Moves every position from its expected value. Throws `positions_moved` if another process has moved one;
 * then the transaction must roll back. Locks the rows in one order, as the creation of an endpoint does.
 */
export async function movePositions(
  client: PoolClient,
  store: StoreSchema,
  moves: readonly PositionMove[],
): Promise<void> {
  const columns = [
    moves.map(({ topic }) => topic),
    moves.map(({ partition }) => partition),
    moves.map(({ from }) => String(from)),
    moves.map(({ to }) => String(to)),
  ]
  const { rowCount: lockedCount } = await client.query(
    `SELECT FROM ${store}.position JOIN unnest($1::text[], $2::integer[], $3::bigint[]) AS move (topic, partition, "from")
       USING (topic, partition)
     WHERE next = "from" ORDER BY topic, partition FOR UPDATE OF position`,
    columns.slice(0, 3),
  )
  if (lockedCount !== moves.length)
    throw new LegislogError(
      'positions_moved',
      `${moves.length - (lockedCount ?? 0)} positions of ${store} have moved since they were read`,
    )
  await client.query(
    `UPDATE ${store}.position SET next = move."to"
     FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS move (topic, partition, "to")
     WHERE position.topic = move.topic AND position.partition = move.partition`,
    [columns[0], columns[1], columns[3]],
  )
}

/**
 * Locks every position until the transaction ends: no batch is written and no partition started meanwhile. Earlier
 * batches are visible; later batches see this transaction.
 */
export async function lockPositions(
  client: Pick<PoolClient, 'query'>,
  { store, lock }: { readonly store: StoreSchema; readonly lock: number },
): Promise<{ topic: string; partition: number; next: number }[]> {
  await client.query('SELECT pg_advisory_xact_lock_shared($1)', [lock])
  const { rows } = await client.query<{ topic: string; partition: number; next: number }>(
    `SELECT topic, partition, next FROM ${store}.position ORDER BY topic, partition FOR SHARE`,
  )
  return rows
}

/**
 * After an operator accepted that the log lost the events behind these ends: new events at those offsets are read, and are
 * new for `owners`, rows whose column `start` names the first offset of each partition.
 */
export async function rewindStore(
  client: PoolClient,
  { store, owners }: { readonly store: StoreSchema; readonly owners: string },
  ends: readonly PartEnd[],
): Promise<void> {
  await client.query(
    `UPDATE ${store}.position p SET next = e.ends
     FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS e (topic, partition, ends)
     WHERE p.topic = e.topic AND p.partition = e.partition AND p.next > e.ends`,
    [
      ends.map(({ topic }) => topic),
      ends.map(({ partition }) => partition),
      ends.map(({ end }) => String(end)),
    ],
  )
  await client.query(
    `UPDATE ${owners} SET start = (
       SELECT json_object_agg(s.place, CASE WHEN s.first::bigint > e.ends THEN e.ends ELSE s.first::bigint END)
       FROM json_each_text(start) AS s (place, first)
       LEFT JOIN unnest($1::text[], $2::bigint[]) AS e (place, ends) USING (place)
     ) WHERE EXISTS (SELECT FROM json_each_text(start))`,
    [
      ends.map(({ topic, partition }) => partitionKey({ topic, partition })),
      ends.map(({ end }) => String(end)),
    ],
  )
}
