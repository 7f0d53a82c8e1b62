import type { PoolClient } from 'pg'
import {
  FAILURES_BEFORE_PROBING,
  type Health,
  healthAfter,
  isBeyondRecovery,
  warningDue,
} from '../endpoint/health.ts'
import type { Attempt } from '../http/sender.ts'
import type { Result } from './result.ts'

/** The result of attempts for an endpoint. */
export type HealthVerdict = {
  readonly endpoint_id: number
  readonly last_error: string | null
} & (
  | { readonly action: 'disable'; readonly reason: 'gone' | 'failing' }
  | { readonly action: 'warn'; readonly hours: number }
)

/** A probed endpoint has answered 2xx; it had failed since this time. */
export type RecoveredEndpoint = { readonly endpoint_id: number; readonly since: string }

type Row = {
  readonly id: number
  readonly failures_in_row: number
  readonly first_failure_at: string | null
  readonly last_failure_at: string | null
  readonly last_success_at: string | null
  readonly warned_hours: number
  readonly wait_until: string | null
}

/**
 * Writes the health of endpoints after their attempts, and returns what follows. A healthy endpoint costs a write
 * only for a change, or every ten seconds. A deleted endpoint has no consequences. Locks endpoints in one order, and
 * does not block new deliveries that refer to them.
 */
export async function updateHealth(
  client: PoolClient,
  results: readonly Result[],
): Promise<{ readonly verdicts: HealthVerdict[]; readonly recovered: RecoveredEndpoint[] }> {
  const attempts = Map.groupBy(results, ({ endpoint_id }) => endpoint_id)
  const rows = await lockChanging(client, attempts)
  if (rows.length === 0) return { verdicts: [], recovered: [] }
  const changed = rows.map((row) => {
    const made = attempts.get(row.id)!.map((result) => ({ ...result.made, is_counted: result.is_counted }))
    const health = healthAfter(healthOf(row), made)
    const isGone = made.some(({ outcome }) => outcome === 'gone')
    const hours = warningDue(health)
    const counted = made.filter(({ counts_against }) => counts_against === 'endpoint')
    const lastError = counted.findLast(({ error }) => error !== null)?.error ?? null
    const warned_hours = hours ?? health.warned_hours
    const troubledAt = troubledUntil(row, made)
    return {
      id: row.id,
      health: { ...health, warned_hours },
      isGone,
      hours,
      last_error: lastError,
      last_trouble_at: troubledAt,
    }
  })
  await client.query(
    `UPDATE webhook.endpoint SET failures_in_row = after.failures_in_row, first_failure_at = after.first_failure_at,
       last_failure_at = after.last_failure_at, last_success_at = after.last_success_at,
       warned_hours = after.warned_hours, wait_until = after.wait_until,
       last_trouble_at = coalesce(after.last_trouble_at, endpoint.last_trouble_at)
     FROM unnest($1::bigint[], $2::integer[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::integer[],
         $7::timestamptz[], $8::timestamptz[])
       AS after (id, failures_in_row, first_failure_at, last_failure_at, last_success_at, warned_hours, wait_until,
         last_trouble_at)
     WHERE endpoint.id = after.id`,
    [
      changed.map(({ id }) => id),
      changed.map(({ health }) => health.failures_in_row),
      changed.map(({ health }) => health.first_failure_at ?? null),
      changed.map(({ health }) => health.last_failure_at ?? null),
      changed.map(({ health }) => health.last_success_at ?? null),
      changed.map(({ health }) => health.warned_hours),
      changed.map(({ health }) => health.wait_until ?? null),
      changed.map(({ last_trouble_at }) => last_trouble_at),
    ],
  )
  const verdicts = changed.flatMap(
    ({ id: endpointId, health, isGone, hours, last_error }): HealthVerdict[] => {
      const verdict = { endpoint_id: endpointId, last_error }
      if (isGone) return [{ ...verdict, action: 'disable', reason: 'gone' }]
      if (isBeyondRecovery(health)) return [{ ...verdict, action: 'disable', reason: 'failing' }]
      return hours === undefined ? [] : [{ ...verdict, action: 'warn', hours }]
    },
  )
  return { verdicts, recovered: rows.flatMap((row) => recoveryOf(row, attempts.get(row.id)!)) }
}

function recoveryOf(
  { id, failures_in_row, first_failure_at }: Row,
  results: readonly Result[],
): RecoveredEndpoint[] {
  if (failures_in_row < FAILURES_BEFORE_PROBING || first_failure_at === null) return []
  const hasAnswered = results.some(({ made }) => made.outcome === 'delivered')
  return hasAnswered ? [{ endpoint_id: id, since: first_failure_at }] : []
}

/** The time of the last trouble, ended by a success. null if nothing failed. */
function troubledUntil(
  { failures_in_row }: Row,
  made: readonly Pick<Attempt, 'outcome' | 'at' | 'duration_ms'>[],
): Date | null {
  if (failures_in_row === 0 && made.every(({ outcome }) => outcome === 'delivered')) return null
  return new Date(Math.max(...made.map(({ at, duration_ms }) => at.getTime() + duration_ms)))
}

async function lockChanging(
  client: PoolClient,
  attempts: ReadonlyMap<number, readonly Result[]>,
): Promise<Row[]> {
  const entries = [...attempts]
  const { rows } = await client.query<Row>(
    `SELECT endpoint.id, failures_in_row, first_failure_at, last_failure_at, last_success_at, warned_hours, wait_until
     FROM webhook.endpoint JOIN unnest($1::bigint[], $2::boolean[], $3::timestamptz[]) AS made (id, all_well, at)
       ON endpoint.id = made.id
     WHERE account_id IS NOT NULL
       AND (NOT all_well OR failures_in_row > 0 OR last_success_at IS NULL OR last_success_at < at - interval '10 s')
     ORDER BY endpoint.id FOR NO KEY UPDATE OF endpoint`,
    [
      entries.map(([id]) => id),
      entries.map(([, results]) => results.every(({ made }) => made.outcome === 'delivered')),
      entries.map(([, results]) => results.at(-1)!.made.at),
    ],
  )
  return rows
}

function healthOf(row: Row): Health {
  const date = (text: string | null) => (text === null ? undefined : new Date(text))
  return {
    failures_in_row: row.failures_in_row,
    first_failure_at: date(row.first_failure_at),
    last_failure_at: date(row.last_failure_at),
    last_success_at: date(row.last_success_at),
    warned_hours: row.warned_hours,
    wait_until: date(row.wait_until),
  }
}
