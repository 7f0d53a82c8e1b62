import type { PoolClient } from 'pg'
import type { Database } from '../runtime/postgres.ts'
import { LegislogError } from '../schemas/errors.ts'
import type { TopicName } from '../schemas/topics.ts'
import type { Move } from './log-batch.ts'
import { placeOf } from './matching.ts'

type Part = { topic: TopicName; partition: number }

/** Where to read on, by `topic:partition`; a partition never read begins at 0. */
export async function loadPositions(
  database: Database,
  parts: readonly Part[],
): Promise<Map<string, bigint>> {
  const columns = [parts.map(({ topic }) => topic), parts.map(({ partition }) => partition)]
  await database.query(
    `INSERT INTO webhook.position (topic, partition) SELECT * FROM unnest($1::text[], $2::integer[])
     ON CONFLICT DO NOTHING`,
    columns,
  )
  const { rows } = await database.query<{ topic: string; partition: number; next: string }>(
    `SELECT topic, partition, next::text FROM webhook.position
     JOIN unnest($1::text[], $2::integer[]) AS part (topic, partition) USING (topic, partition)`,
    columns,
  )
  return new Map(rows.map(({ topic, partition, next }) => [placeOf(topic, partition), BigInt(next)]))
}

/**
 * Moves every position from where this reader believes it to be. Throws `positions_moved` where another process has
 * moved one: nothing of the transaction may stand then. Rows are locked in one order, as a new endpoint reads them.
 */
export async function movePositions(client: PoolClient, moves: readonly Move[]): Promise<void> {
  const columns = [
    moves.map(({ topic }) => topic),
    moves.map(({ partition }) => partition),
    moves.map(({ from }) => String(from)),
    moves.map(({ to }) => String(to)),
  ]
  const { rowCount: held } = await client.query(
    `SELECT FROM webhook.position JOIN unnest($1::text[], $2::integer[], $3::bigint[]) AS move (topic, partition, "from")
       USING (topic, partition)
     WHERE next = "from" ORDER BY topic, partition FOR UPDATE OF position`,
    columns.slice(0, 3),
  )
  if (held !== moves.length)
    throw new LegislogError(
      'positions_moved',
      `${moves.length - (held ?? 0)} webhook positions are not where they were read`,
    )
  await client.query(
    `UPDATE webhook.position SET next = move."to"
     FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS move (topic, partition, "to")
     WHERE position.topic = move.topic AND position.partition = move.partition`,
    [columns[0], columns[1], columns[3]],
  )
}
