import type { Database } from '../../runtime/postgres/postgres.ts'

const ROWS_A_STATEMENT = 5_000
/** What a request deletes itself; the rest is left to the cleaning of the dispatcher. */
const PIECES_AT_ONCE = 4

/**
 * Nobody sees the endpoint from now on, nothing is sent or owed to it, and nothing that its owner said of it is kept; that it
 * is gone is told to who asks what has changed. Its deliveries go in pieces. False where the account has no such endpoint.
 */
export async function removeEndpoint(
  database: Database,
  which: { readonly id: number; readonly account_id: number },
): Promise<boolean> {
  const { id, account_id } = which
  const { rowCount } = await database.query(
    `WITH gone AS (
       UPDATE webhook.endpoint SET account_id = NULL, status = 'disabled', url = '', description = '', events = '{}',
         filter = '{}', headers = '[]', secrets = '[]', updated_at = clock_timestamp()
       WHERE id = $1 AND account_id = $2 RETURNING id
     ), notices AS (
       DELETE FROM webhook.notice WHERE endpoint_id IN (SELECT id FROM gone)
     )
     INSERT INTO webhook.removed_endpoint (account_id, id, updated_at) SELECT $2, id, clock_timestamp() FROM gone`,
    [id, account_id],
  )
  if (rowCount === 0) return false
  await purgeEndpoint(database, id, PIECES_AT_ONCE)
  return true
}

/** Deletes so many pieces of what a removed endpoint has left, and then itself. True where nothing is left. */
export async function purgeEndpoint(
  database: Database,
  endpointId: number,
  mostPieces: number,
): Promise<boolean> {
  for (let piece = 0; piece < mostPieces; piece += 1) {
    const { rowCount } = await database.query(
      `WITH gone AS (
         DELETE FROM webhook.delivery WHERE key IN (
           SELECT key FROM webhook.delivery WHERE endpoint_id = $1 LIMIT ${ROWS_A_STATEMENT}
         ) RETURNING key
       ), attempts AS (
         DELETE FROM webhook.attempt WHERE delivery_key IN (SELECT key FROM gone)
       )
       SELECT FROM gone`,
      [endpointId],
    )
    if ((rowCount ?? 0) === ROWS_A_STATEMENT) continue
    await database.query('DELETE FROM webhook.endpoint WHERE id = $1 AND account_id IS NULL', [endpointId])
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
