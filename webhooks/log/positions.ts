import type { PoolClient } from 'pg'
import { partitionKey } from '../../runtime/kafka/client/log-position.ts'
import * as positions from '../../runtime/log-consumer/positions.ts'
import type { PositionMove } from '../../runtime/log-consumer/store-schema.ts'
import { POSITIONS_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import type { LogEnds } from './log-ends.ts'

const store = 'webhook'

/**
 * Returns the next offsets, by `topic:partition`. A partition that was never read begins at the position of
 * the oldest endpoint. Without endpoints it begins at the end of the log, because no earlier event is due.
 */
export async function loadPositions(
  database: Database,
  parts: readonly positions.Part[],
  logEnds: LogEnds,
): Promise<Map<string, bigint>> {
  const stored = await positions.readPositions(database, store, parts)
  const missing = parts.filter(({ topic, partition }) => !stored.has(partitionKey({ topic, partition })))
  if (missing.length === 0) return stored
  await insertPositions(database, missing, await logEnds())
  return positions.readPositions(database, store, parts)
}

/**
 * Blocks the creation of endpoints meanwhile: an earlier endpoint is seen, a later one starts at these positions or
 * after.
 */
async function insertPositions(
  database: Database,
  parts: readonly positions.Part[],
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

/** Moves every position from its expected value, or throws `positions_moved`. */
export const movePositions = (client: PoolClient, moves: readonly PositionMove[]): Promise<void> =>
  positions.movePositions(client, store, moves)

/**
 * Locks every position until the transaction ends: no batch is written and no partition started meanwhile. Earlier
 * batches are visible; later batches see this transaction.
 */
export const lockPositions = (client: Pick<PoolClient, 'query'>) =>
  positions.lockPositions(client, { store, lock: POSITIONS_LOCK })

/** After an operator accepted that the log lost events. Events that were sent before are recognized by their ids. */
export const rewindPositions = (client: PoolClient, ends: readonly positions.PartEnd[]): Promise<void> =>
  positions.rewindStore(client, { store, owners: 'webhook.endpoint' }, ends)
