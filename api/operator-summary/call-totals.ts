import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { LATENCY_MS } from '../accounts/latency-classes.ts'

/** Calls of all accounts in a time. */
export type CallTotals = {
  readonly requests: number
  readonly refused: number
  readonly client_errors: number
  readonly server_errors: number
  /** null: no calls, or the 95 % reach into the class without an end. */
  readonly p95_up_to_ms: number | null
}

type Sums = {
  readonly is_today: boolean
  readonly status: number
  readonly place: number
  readonly requests: number
}

/** Days are in UTC. `today` and the first day of the month are written YYYY-MM-DD. */
export async function readCallTotals(
  database: Queryable,
  month: string,
  today: string,
): Promise<{ readonly today: CallTotals; readonly month: CallTotals }> {
  const { rows } = await database.query<Sums>(
    `SELECT c.day = $2::date AS is_today, c.status, b.place::int AS place, sum(b.requests)::bigint AS requests
     FROM account.request_count c CROSS JOIN unnest(c.buckets) WITH ORDINALITY AS b (requests, place)
     WHERE c.day BETWEEN $1::date AND $2::date AND b.requests > 0 GROUP BY 1, 2, 3`,
    [month, today],
  )
  return { today: totalsOf(rows.filter(({ is_today }) => is_today)), month: totalsOf(rows) }
}

function totalsOf(sums: readonly Omit<Sums, 'is_today'>[]): CallTotals {
  const total = (isCounted: (status: number) => boolean) =>
    sums.reduce((sum, { status, requests }) => (isCounted(status) ? sum + requests : sum), 0)
  const answered = sums.filter(({ status }) => status !== 429)
  return {
    requests: total((status) => status !== 429),
    refused: total((status) => status === 429),
    client_errors: total((status) => status >= 400 && status < 500 && status !== 429),
    server_errors: total((status) => status >= 500),
    p95_up_to_ms: percentile95(answered),
  }
}

/** The end of the first class at which 95 % of the calls have ended. Places count from 1. */
function percentile95(sums: readonly Pick<Sums, 'place' | 'requests'>[]): number | null {
  const all = sums.reduce((sum, { requests }) => sum + requests, 0)
  if (all === 0) return null
  const place = LATENCY_MS.findIndex((_, index) => {
    const within = sums.reduce((sum, one) => (one.place <= index + 1 ? sum + one.requests : sum), 0)
    return within >= 0.95 * all
  })
  return place < 0 ? null : LATENCY_MS[place]!
}
