import type { PoolClient } from 'pg'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { setDisabled, skipPending } from '../endpoint/disable.ts'
import { expediteRetries } from './expedite-retries.ts'
import { writeNotices } from './notices.ts'
import { outcomeWord, type Result } from './result.ts'
import { type HealthVerdict, updateHealth } from './update-health.ts'

/**
 * Writes results, their attempts and the health of their endpoints in one transaction. If a lease ran out and two
 * workers sent one delivery, a success wins, whichever reports last. `again` marks results that a transaction with a
 * lost answer may have written. Returns what follows for endpoints.
 */
export async function writeResults(
  database: Database,
  given: readonly Result[],
  now: Date,
  { again = false }: { again?: boolean } = {},
): Promise<HealthVerdict[]> {
  return inTransaction(database, async (client) => {
    const results = again ? await unwritten(client, given) : given
    if (results.length === 0) return []
    // Lock order: endpoints before deliveries, as in disabling.
    const { verdicts, recovered } = await updateHealth(client, results)
    const off = verdicts.filter((verdict) => verdict.action === 'disable')
    for (const { endpoint_id, reason } of off) await setDisabled(client, endpoint_id, reason, now)
    await updateDeliveries(client, results, now)
    await insertAttempts(client, results)
    for (const one of recovered) await expediteRetries(client, one, now)
    for (const { endpoint_id } of off) await skipPending(client, endpoint_id, now)
    await writeNotices(client, verdicts, now)
    return verdicts
  })
}

async function unwritten(client: PoolClient, results: readonly Result[]): Promise<Result[]> {
  const { rows } = await client.query<{ index: number }>(
    `SELECT (ordinal - 1)::int AS index
     FROM unnest($1::text[], $2::integer[], $3::timestamptz[]) WITH ORDINALITY AS result (key, attempt, at, ordinal)
     WHERE NOT EXISTS (
       SELECT FROM webhook.attempt
       WHERE delivery_key = result.key AND attempt.attempt = result.attempt AND attempt.at = result.at
     )
     ORDER BY ordinal`,
    [
      results.map(({ key }) => key),
      results.map(({ attempt }) => attempt),
      results.map(({ made }) => made.at),
    ],
  )
  return rows.map(({ index }) => results[index]!)
}

async function updateDeliveries(client: PoolClient, results: readonly Result[], now: Date): Promise<void> {
  await client.query(
    `UPDATE webhook.delivery SET
       status = result.status, attempt = greatest(delivery.attempt, result.attempt),
       uncounted_attempts = delivery.uncounted_attempts + result.free,
       due_at = coalesce(result.due_at, delivery.due_at), scheduled_at = NULL, not_before = result.not_before,
       last_status = result.last_status, last_error = result.last_error, updated_at = $7, changed_at = clock_timestamp()
     FROM unnest($1::text[], $2::text[], $3::integer[], $4::timestamptz[], $5::integer[], $6::text[], $8::integer[],
         $9::timestamptz[])
       AS result (key, status, attempt, due_at, last_status, last_error, free, not_before)
     WHERE delivery.key = result.key AND delivery.status <> 'delivered'
       AND (result.status = 'delivered' OR (delivery.status = 'pending' AND delivery.attempt < result.attempt))`,
    [
      results.map(({ key }) => key),
      results.map(({ status }) => status),
      results.map(({ attempt }) => attempt),
      results.map(({ due_at }) => due_at),
      results.map(({ made }) => made.status),
      results.map(({ made }) => made.error),
      now,
      results.map(({ is_free }) => (is_free ? 1 : 0)),
      results.map(({ not_before }) => not_before),
    ],
  )
}

async function insertAttempts(client: PoolClient, results: readonly Result[]): Promise<void> {
  await client.query(
    `INSERT INTO webhook.attempt (delivery_key, attempt, at, duration_ms, outcome, status, error, response,
       response_headers)
     SELECT * FROM unnest($1::text[], $2::integer[], $3::timestamptz[], $4::integer[], $5::text[], $6::integer[],
       $7::text[], $8::text[], $9::json[])`,
    [
      results.map(({ key }) => key),
      results.map(({ attempt }) => attempt),
      results.map(({ made }) => made.at),
      results.map(({ made }) => made.duration_ms),
      results.map(outcomeWord),
      results.map(({ made }) => made.status),
      results.map(({ made }) => made.error),
      results.map(({ made }) => made.response),
      results.map(({ made: { response_headers: kept } }) => (kept === null ? null : JSON.stringify(kept))),
    ],
  )
}
