import pg from 'pg'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { changeHeaders, type SealedHeader } from '../endpoint/custom-headers.ts'
import { clearHealth } from '../endpoint/endpoint-status.ts'
import { lockPositions } from '../log/positions.ts'
import { trackBills } from '../matching/keyword-filter.ts'
import type { Filter } from '../matching/matching.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { withCurrentBills } from './bill-merges.ts'
import type { EndpointChange } from './endpoint-request.ts'

const UNIQUE_VIOLATION = '23505'

type Row = { url: string; filter: Filter; headers: SealedHeader[] }

/**
 * Writes a validated change: `url`, `events` and `filter` are in their normal form. Members that are not named stay.
 * The change applies from the next event on. A new address starts with a clean health record. Returns false if the
 * endpoint does not exist.
 */
export async function updateEndpoint(
  database: Database,
  which: { readonly id: number; readonly account_id: number },
  change: EndpointChange,
  parts: { readonly box: SecretBox; readonly tracked_bills: readonly number[]; readonly now: Date },
): Promise<boolean> {
  const { id, account_id } = which
  return inTransaction(database, async (client) => {
    // Blocks merges meanwhile: otherwise a filter could name a merged bill forever.
    if (change.filter !== undefined) await lockPositions(client)
    const { rows } = await client.query<Row>(
      'SELECT url, filter, headers FROM webhook.endpoint WHERE id = $1 AND account_id = $2 FOR NO KEY UPDATE',
      [id, account_id],
    )
    const row = rows[0]
    if (row === undefined) return false
    const { url = row.url, headers, filter } = change
    const sealed =
      headers === undefined ? row.headers : changeHeaders(parts.box, account_id, row.headers, headers)
    const wanted = filter === undefined ? row.filter : await withCurrentBills(client, filter, parts.now)
    await client.query(
      `UPDATE webhook.endpoint SET url = $2, filter = $3, headers = $4, description = coalesce($5, description),
         events = coalesce($6, events), max_in_flight = coalesce($7, max_in_flight),
         ordering = coalesce($8, ordering), rate_limit_per_s = CASE WHEN $9 THEN $10 ELSE rate_limit_per_s END,
         updated_at = clock_timestamp()
       WHERE id = $1`,
      [
        id,
        url,
        JSON.stringify(wanted),
        JSON.stringify(sealed),
        change.description ?? null,
        change.events ?? null,
        change.max_in_flight ?? null,
        change.ordering ?? null,
        change.rate_limit_per_s !== undefined,
        change.rate_limit_per_s ?? null,
      ],
    )
    if (url !== row.url) await clearHealth(client, id)
    if (wanted.topic !== row.filter.topic)
      await client.query('DELETE FROM webhook.tracked_bill WHERE endpoint_id = $1', [id])
    await trackBills(client, id, parts.tracked_bills)
    return true
  }).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION)
      throw new LegislogError('endpoint_exists', 'the account already has an endpoint with this address')
    throw error
  })
}
