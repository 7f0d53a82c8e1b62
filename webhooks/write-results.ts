import type { PoolClient } from 'pg'
import { type Database, inTransaction } from '../runtime/postgres.ts'
import { type Health, healthAfter, isDead } from './health.ts'
import { outcomeWord, type Result } from './result.ts'

/**
 * Writes results, their attempts and the health of their endpoints in one transaction. Where a lease ran out and two
 * workers sent one delivery, a success stands whoever reports last. `again` is said of results that a transaction may
 * have written whose answer was lost.
 */
export async function writeResults(
  database: Database,
  given: readonly Result[],
  now: Date,
  { again = false }: { again?: boolean } = {},
): Promise<void> {
  await inTransaction(database, async (client) => {
    const results = again ? await unwritten(client, given) : given
    if (results.length === 0) return
    const disabled: number[] = []
    // Endpoints before deliveries, as whoever switches one off locks them.
    for (const [endpoint_id, attempts] of byEndpoint(results)) {
      const reason = await updateHealth(client, endpoint_id, attempts)
      if (reason === undefined) continue
      await setDisabled(client, endpoint_id, reason, now)
      disabled.push(endpoint_id)
    }
    await updateDeliveries(client, results, now)
    await insertAttempts(client, results)
    for (const endpoint_id of disabled) await skipPending(client, endpoint_id, now)
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
       status = result.status, attempt = greatest(delivery.attempt, result.attempt), lease_until = NULL,
       due_at = coalesce(result.due_at, delivery.due_at), last_status = result.last_status,
       last_error = result.last_error, updated_at = $7
     FROM unnest($1::text[], $2::text[], $3::integer[], $4::timestamptz[], $5::integer[], $6::text[])
       AS result (key, status, attempt, due_at, last_status, last_error)
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
    ],
  )
}

async function insertAttempts(client: PoolClient, results: readonly Result[]): Promise<void> {
  await client.query(
    `INSERT INTO webhook.attempt (delivery_key, attempt, at, duration_ms, outcome, status, error, response)
     SELECT * FROM unnest($1::text[], $2::integer[], $3::timestamptz[], $4::integer[], $5::text[], $6::integer[],
       $7::text[], $8::text[])`,
    [
      results.map(({ key }) => key),
      results.map(({ attempt }) => attempt),
      results.map(({ made }) => made.at),
      results.map(({ made }) => made.duration_ms),
      results.map(outcomeWord),
      results.map(({ made }) => made.status),
      results.map(({ made }) => made.error),
      results.map(({ made }) => made.response),
    ],
  )
}

/** Ordered by id, so that two writers lock endpoints in one order. */
function byEndpoint(results: readonly Result[]): [number, Result[]][] {
  return [...Map.groupBy(results, ({ endpoint_id }) => endpoint_id)].sort(([a], [b]) => a - b)
}

/** Gives the reason where the endpoint has to be switched off. */
async function updateHealth(
  client: PoolClient,
  endpoint_id: number,
  results: readonly Result[],
): Promise<'gone' | 'failing' | undefined> {
  const attempts = results.map(({ made }) => made)
  if (attempts.every(({ outcome }) => outcome === 'delivered')) {
    await noteSuccess(client, endpoint_id, attempts.at(-1)!.at)
    return undefined
  }
  const before = await readHealth(client, endpoint_id)
  if (before === undefined) return undefined
  const after = healthAfter(before, attempts)
  await client.query(
    `UPDATE webhook.endpoint SET failures_in_row = $2, first_failure_at = $3, last_failure_at = $4,
       last_success_at = $5 WHERE id = $1`,
    [
      endpoint_id,
      after.failures_in_row,
      after.first_failure_at ?? null,
      after.last_failure_at ?? null,
      after.last_success_at ?? null,
    ],
  )
  if (attempts.some(({ outcome }) => outcome === 'gone')) return 'gone'
  return isDead(after) ? 'failing' : undefined
}

/** The usual case costs a write only where something changes, or every ten seconds. */
async function noteSuccess(client: PoolClient, endpoint_id: number, at: Date): Promise<void> {
  await client.query(
    `UPDATE webhook.endpoint SET failures_in_row = 0, first_failure_at = NULL, last_failure_at = NULL,
       last_success_at = $2
     WHERE id = $1
       AND (failures_in_row > 0 OR last_success_at IS NULL OR last_success_at < $2::timestamptz - interval '10 s')`,
    [endpoint_id, at],
  )
}

async function readHealth(client: PoolClient, endpoint_id: number): Promise<Health | undefined> {
  const { rows } = await client.query<{
    failures_in_row: number
    first_failure_at: string | null
    last_failure_at: string | null
    last_success_at: string | null
  }>(
    `SELECT failures_in_row, first_failure_at, last_failure_at, last_success_at FROM webhook.endpoint
     WHERE id = $1 FOR UPDATE`,
    [endpoint_id],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const date = (text: string | null) => (text === null ? undefined : new Date(text))
  return {
    failures_in_row: row.failures_in_row,
    first_failure_at: date(row.first_failure_at),
    last_failure_at: date(row.last_failure_at),
    last_success_at: date(row.last_success_at),
  }
}

/** Switches an endpoint off. What waited for it is recorded as skipped, as is what comes while it is off. */
export async function disable(client: PoolClient, endpoint_id: number, now: Date): Promise<void> {
  await setDisabled(client, endpoint_id, 'owner', now)
  await skipPending(client, endpoint_id, now)
}

async function setDisabled(
  client: PoolClient,
  endpoint_id: number,
  reason: 'gone' | 'failing' | 'owner',
  now: Date,
): Promise<void> {
  await client.query(
    `UPDATE webhook.endpoint SET status = 'disabled', status_reason = $2, updated_at = $3
     WHERE id = $1 AND status <> 'disabled'`,
    [endpoint_id, reason, now],
  )
}

async function skipPending(client: PoolClient, endpoint_id: number, now: Date): Promise<void> {
  await client.query(
    `UPDATE webhook.delivery SET status = 'skipped', lease_until = NULL, updated_at = $2
     WHERE endpoint_id = $1 AND status = 'pending'`,
    [endpoint_id, now],
  )
}
