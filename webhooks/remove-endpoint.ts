import type { Database } from '../runtime/postgres.ts'

const ROWS_A_STATEMENT = 5_000
/** What a request deletes itself; the rest is left to the cleaning of the dispatcher. */
const PIECES_AT_ONCE = 4

/** Nobody sees the endpoint from now on, nothing is sent or owed to it; its deliveries go in pieces. */
export async function removeEndpoint(database: Database, endpoint_id: number, now: Date): Promise<void> {
  await database.query(
    `UPDATE webhook.endpoint SET account_id = NULL, status = 'disabled', events = '{}', filter = '{}', secrets = '[]',
       headers = '[]', updated_at = $2 WHERE id = $1`,
    [endpoint_id, now],
  )
  await purgeEndpoint(database, endpoint_id, PIECES_AT_ONCE)
}

/** Deletes so many pieces of what a removed endpoint has left, and then itself. True where nothing is left. */
export async function purgeEndpoint(
  database: Database,
  endpoint_id: number,
  most_pieces: number,
): Promise<boolean> {
  for (let piece = 0; piece < most_pieces; piece += 1) {
    const { rowCount } = await database.query(
      `WITH gone AS (
         DELETE FROM webhook.delivery WHERE key IN (
           SELECT key FROM webhook.delivery WHERE endpoint_id = $1 LIMIT ${ROWS_A_STATEMENT}
         ) RETURNING key
       ), attempts AS (
         DELETE FROM webhook.attempt WHERE delivery_key IN (SELECT key FROM gone)
       )
       SELECT FROM gone`,
      [endpoint_id],
    )
    if ((rowCount ?? 0) === ROWS_A_STATEMENT) continue
    await database.query('DELETE FROM webhook.endpoint WHERE id = $1 AND account_id IS NULL', [endpoint_id])
    return true
  }
  return false
}

export async function removedEndpoints(database: Database): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    'SELECT id FROM webhook.endpoint WHERE account_id IS NULL ORDER BY id',
  )
  return rows.map(({ id }) => id)
}
