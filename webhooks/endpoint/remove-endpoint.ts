import type { Database } from '../../runtime/postgres/postgres.ts'

const ROWS_A_STATEMENT = 5_000
/** Most deliveries that a request deletes itself. The dispatcher's upkeep deletes the others. */
const PIECES_AT_ONCE = 4

/**
 * Hides the endpoint at once: nothing is sent or owed to it, and all settings of its owner are erased. Clients that
 * ask for changes see its tombstone. Its deliveries are deleted in pieces. Returns false if the account has no such
 * endpoint.
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

/**
 * Deletes up to `most` rows of a removed endpoint, and then the endpoint itself. Returns true when nothing remains.
 */
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
