import type { Database } from '../../runtime/postgres/postgres.ts'
import { monthOf } from './lookups.ts'

/** Usage of an account: calls of today and of this month, lookups of this month, and bought lookups. */
export type Usage = {
  readonly today: number
  readonly month: number
  readonly lookups: number
  readonly balance: number
  readonly bought: number
  readonly spent: number
}

/** Days and months are in UTC. A call that was refused because of the limit does not count. */
export async function readUsage(database: Database, accountId: number, now: Date): Promise<Usage> {
  const { rows } = await database.query<Usage>(
    `SELECT calls.*, credits.*,
       coalesce((SELECT used FROM account.lookup_month WHERE account_id = $1 AND month = $2), 0) AS lookups,
       coalesce((SELECT balance FROM account.credit_balance WHERE account_id = $1), 0) AS balance
     FROM (
       SELECT coalesce(sum(requests) FILTER (WHERE day = $3), 0)::bigint AS today,
         coalesce(sum(requests), 0)::bigint AS month
       FROM account.request_count
       WHERE account_id = $1 AND day >= $2 AND day <= $3 AND status <> 429
     ) calls, (
       SELECT coalesce(sum(amount) FILTER (WHERE kind = 'bought'), 0)::bigint AS bought,
         -coalesce(sum(amount) FILTER (WHERE kind <> 'bought'), 0)::bigint AS spent
       FROM account.credit_entry WHERE account_id = $1
     ) credits`,
    [accountId, monthOf(now), now.toISOString().slice(0, 10)],
  )
  return rows[0]!
}
