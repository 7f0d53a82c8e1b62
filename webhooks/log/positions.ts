import type { PoolClient } from 'pg'
import { partitionKey } from '../../runtime/kafka/client/log-position.ts'
import { POSITIONS_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import type { PositionMove } from './log-batch.ts'
import type { LogEnds } from './log-ends.ts'

type Part = { topic: TopicName; partition: number }

/**
 * Returns the next offsets, by `topic:partition`. A partition that was never read begins at the position of
 * the oldest endpoint. Without endpoints it begins at the end of the log, because no earlier event is due.
 */
export async function loadPositions(
  database: Database,
  parts: readonly Part[],
  logEnds: LogEnds,
): Promise<Map<string, bigint>> {
  const stored = await readPositions(database, parts)
  const missing = parts.filter(({ topic, partition }) => !stored.has(partitionKey({ topic, partition })))
  if (missing.length === 0) return stored
  await insertPositions(database, missing, await logEnds())
  return readPositions(database, parts)
}

async function readPositions(database: Database, parts: readonly Part[]): Promise<Map<string, bigint>> {
  const { rows } = await database.query<{ topic: string; partition: number; next: string }>(
    `SELECT topic, partition, next::text FROM webhook.position
     JOIN unnest($1::text[], $2::integer[]) AS part (topic, partition) USING (topic, partition)`,
    [parts.map(({ topic }) => topic), parts.map(({ partition }) => partition)],
  )
  return new Map(rows.map(({ topic, partition, next }) => [partitionKey({ topic, partition }), BigInt(next)]))
}

/**
 * Blocks the creation of endpoints meanwhile: an earlier endpoint is seen, a later one starts at these positions or
 * after.
 */
async function insertPositions(
  database: Database,
  parts: readonly Part[],
  ends: Readonly<Record<string, number>>,
): Promise<void> {
  await inTransaction(database, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [POSITIONS_LOCK])
    const { rows } = await client.query<{ start: Record<string, number> }>(
      'SELECT start FROM webhook.endpoint WHERE account_id IS NOT NULL',
    )
    await client.query(
      `INSERT INTO webhook.position (topic, partition, next)
       SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[]) ON CONFLICT DO NOTHING`,
      [
        parts.map(({ topic }) => topic),
        parts.map(({ partition }) => partition),
        parts.map(({ topic, partition }) => {
          const key = partitionKey({ topic, partition })
          return rows.reduce((least, { start }) => Math.min(least, start[key] ?? 0), ends[key] ?? 0)
        }),
      ],
    )
  })
}

/**
 * Moves every position from its expected value. Throws `positions_moved` if another process has moved one;
 * then the transaction must roll back. Locks the rows in one order, as the creation of an endpoint does.
 */
export async function movePositions(client: PoolClient, moves: readonly PositionMove[]): Promise<void> {
  const columns = [
    moves.map(({ topic }) => topic),
    moves.map(({ partition }) => partition),
    moves.map(({ from }) => String(from)),
    moves.map(({ to }) => String(to)),
  ]
  const { rowCount: lockedCount } = await client.query(
    `SELECT FROM webhook.position JOIN unnest($1::text[], $2::integer[], $3::bigint[]) AS move (topic, partition, "from")
       USING (topic, partition)
     WHERE next = "from" ORDER BY topic, partition FOR UPDATE OF position`,
    columns.slice(0, 3),
  )
  if (lockedCount !== moves.length)
    throw new LegislogError(
      'positions_moved',
      `${moves.length - (lockedCount ?? 0)} webhook positions have moved since they were read`,
    )
  await client.query(
    `UPDATE webhook.position SET next = move."to"
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
): Promise<{ topic: string; partition: number; next: number }[]> {
  await client.query('SELECT pg_advisory_xact_lock_shared($1)', [POSITIONS_LOCK])
  const { rows } = await client.query<{ topic: string; partition: number; next: number }>(
    'SELECT topic, partition, next FROM webhook.position ORDER BY topic, partition FOR SHARE',
  )
  return rows
}

/**
 * After an operator accepted that the log lost the events behind these ends: new events at those offsets are read,
 * and are new for endpoints that began behind them. Events that were sent before are recognized by their ids.
 */
export async function rewindPositions(
  client: PoolClient,
  ends: readonly { readonly topic: string; readonly partition: number; readonly end: bigint }[],
): Promise<void> {
  await client.query(
    `UPDATE webhook.position p SET next = e.ends
     FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS e (topic, partition, ends)
     WHERE p.topic = e.topic AND p.partition = e.partition AND p.next > e.ends`,
    [
      ends.map(({ topic }) => topic),
      ends.map(({ partition }) => partition),
      ends.map(({ end }) => String(end)),
    ],
  )
  await client.query(
    `UPDATE webhook.endpoint SET start = (
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
