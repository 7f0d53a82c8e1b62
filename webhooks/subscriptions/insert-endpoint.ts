import { partitionKey } from '../../runtime/kafka/client/log-position.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { SealedHeader } from '../endpoint/custom-headers.ts'
import { lockPositions } from '../log/positions.ts'
import { trackBills } from '../matching/keyword-filter.ts'
import type { Filter } from '../matching/matching.ts'
import type { SealedSecret } from '../secrets/endpoint-secrets.ts'
import { withCurrentBills } from './bill-merges.ts'

type NewEndpoint = {
  readonly account_id: number
  readonly url: string
  readonly description: string
  readonly events: readonly string[]
  readonly filter: Filter
  readonly secrets: readonly SealedSecret[]
  readonly headers: readonly SealedHeader[]
  readonly max_in_flight: number | null
  readonly rate_limit_per_s: number | null
  readonly ordering: 'none' | 'bill' | null
  /** Bills that already are about the topic of the filter. */
  readonly tracked_bills?: readonly number[]
  readonly now: Date
}

const MAX_ENDPOINTS = 20

/**
 * Creates an endpoint that is owed every event from the end of the log on. Locks the positions meanwhile: an earlier
 * batch lies below the start, a later one sees the endpoint.
 */
export async function insertEndpoint(
  database: Database,
  ends: Readonly<Record<string, number>>,
  endpoint: NewEndpoint,
): Promise<number> {
  return inTransaction(database, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('webhook.endpoint ' || $1, 0))", [
      String(endpoint.account_id),
    ])
    const { rows: counted } = await client.query<{ count: number }>(
      'SELECT count(*) AS count FROM webhook.endpoint WHERE account_id = $1',
      [endpoint.account_id],
    )
    if (counted[0]!.count >= MAX_ENDPOINTS)
      throw new LegislogError('endpoint_limit', `an account has at most ${MAX_ENDPOINTS} webhook endpoints`)
    const positions = await lockPositions(client)
    const filter = await withCurrentBills(client, endpoint.filter, endpoint.now)
    const start = { ...ends }
    for (const { topic, partition, next } of positions) {
      const key = partitionKey({ topic, partition })
      start[key] = Math.max(start[key] ?? 0, next)
    }
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO webhook.endpoint
         (account_id, url, description, events, filter, secrets, start, headers, max_in_flight, rate_limit_per_s,
          ordering, created_at, updated_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, coalesce($9, 4), $10, coalesce($11, 'none'), at, at
       FROM (SELECT clock_timestamp() AS at) AS moment
       ON CONFLICT (account_id, url) DO NOTHING RETURNING id`,
      [
        endpoint.account_id,
        endpoint.url,
        endpoint.description,
        endpoint.events,
        JSON.stringify(filter),
        JSON.stringify(endpoint.secrets),
        JSON.stringify(start),
        JSON.stringify(endpoint.headers),
        endpoint.max_in_flight,
        endpoint.rate_limit_per_s,
        endpoint.ordering,
      ],
    )
    const row = rows[0]
    if (row === undefined)
      throw new LegislogError('endpoint_exists', 'the account already has an endpoint with this address')
    await trackBills(client, row.id, endpoint.tracked_bills ?? [])
    return row.id
  })
}
