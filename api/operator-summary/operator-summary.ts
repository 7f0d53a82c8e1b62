import type { Static } from 'typebox'
import { readSourceStates } from '../../runtime/freshness/source-freshness.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { instantOf } from '../../schemas/http/instant.ts'
import type { OperatorSummary } from '../../schemas/http/service/operator-summary.ts'
import { tierNames } from '../../schemas/http/service/tiers.ts'
import { monthOf } from '../accounts/lookups.ts'
import { readCallTotals } from './call-totals.ts'

type Summary = Static<typeof OperatorSummary>

/** Counts over all accounts, for whoever runs the service. Days and months are in UTC. */
export async function readOperatorSummary(database: Database, now: Date): Promise<Summary> {
  const today = now.toISOString().slice(0, 10)
  const month = monthOf(now)
  return {
    as_of: instantOf(now),
    accounts: await readAccounts(database),
    tokens: await readOne(
      database,
      `SELECT count(*) FILTER (WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1)) AS active,
         count(*) FILTER (WHERE last_used_at >= $2::date) AS used_today FROM account.token`,
      [now, today],
    ),
    calls: await readCallTotals(database, month, today),
    lookups: await readOne(
      database,
      `SELECT left($1, 7) AS month,
         (SELECT coalesce(sum(used), 0)::bigint FROM account.lookup_month WHERE month = $1::date) AS used,
         (SELECT coalesce(sum(balance), 0)::bigint FROM account.credit_balance) AS credits`,
      [month],
    ),
    webhooks: await readWebhooks(database),
    digests: await readOne(
      database,
      `SELECT (SELECT count(*) FROM alerts.subscription WHERE removed_at IS NULL) AS subscriptions,
         count(*) FILTER (WHERE created_at >= $2::date) AS written_today, count(*) AS written_month,
         (SELECT count(*) FROM alerts.mail WHERE next_attempt_at IS NOT NULL) AS mails_waiting
       FROM alerts.digest WHERE created_at >= $1::date`,
      [month, today],
    ),
    leads: await readOne(
      database,
      `SELECT coalesce(sum(signed_up) FILTER (WHERE day = $2::date), 0)::bigint AS signed_up_today,
         coalesce(sum(signed_up), 0)::bigint AS signed_up_month,
         coalesce(sum(confirmed) FILTER (WHERE day = $2::date), 0)::bigint AS confirmed_today,
         coalesce(sum(confirmed), 0)::bigint AS confirmed_month
       FROM account.lead_count WHERE day BETWEEN $1::date AND $2::date`,
      [month, today],
    ),
    freshness: await readFreshness(database, now),
    storage: await readStorage(database),
  }
}

async function readOne<T extends object>(
  database: Database,
  text: string,
  values: readonly unknown[],
): Promise<T> {
  const { rows } = await database.query<T>(text, [...values])
  return rows[0]!
}

async function readAccounts(database: Database): Promise<Summary['accounts']> {
  const { rows } = await database.query<{ tier: string; accounts: number }>(
    'SELECT tier, count(*) AS accounts FROM account.account GROUP BY tier',
  )
  const found = new Map(rows.map(({ tier, accounts }) => [tier, accounts]))
  return {
    total: rows.reduce((sum, { accounts }) => sum + accounts, 0),
    by_tier: Object.fromEntries(tierNames.map((tier) => [tier, found.get(tier) ?? 0])),
  }
}

/** Both counts of deliveries read a partial index: finished deliveries are not counted, there are too many. */
async function readWebhooks(database: Database): Promise<Summary['webhooks']> {
  const { enabled, paused, disabled, ...deliveries } = await readOne<{
    readonly enabled: number
    readonly paused: number
    readonly disabled: number
    readonly pending: number
    readonly undelivered: number
    readonly oldest_due_at: string | null
  }>(
    database,
    `SELECT e.*, p.*, (SELECT count(*) FROM webhook.delivery WHERE status IN ('failed', 'skipped')) AS undelivered
     FROM (
       SELECT count(*) FILTER (WHERE status = 'enabled') AS enabled,
         count(*) FILTER (WHERE status = 'paused') AS paused,
         count(*) FILTER (WHERE status = 'disabled') AS disabled FROM webhook.endpoint
     ) e, (
       SELECT count(*) AS pending, min(due_at) AS oldest_due_at FROM webhook.delivery WHERE status = 'pending'
     ) p`,
    [],
  )
  return { endpoints: { enabled, paused, disabled }, ...deliveries }
}

async function readFreshness(database: Database, now: Date): Promise<Summary['freshness']> {
  const sources = await readSourceStates(database, now)
  const { newest_event_at } = await readOne<{ newest_event_at: string | null }>(
    database,
    `SELECT max(at) FILTER (WHERE at > '-infinity') AS newest_event_at FROM control.partition_clock`,
    [],
  )
  const namesOf = (found: typeof sources) => found.map(({ source }) => source)
  return {
    sources: sources.length,
    late: namesOf(sources.filter(({ is_late }) => is_late)),
    failing: namesOf(sources.filter(({ last_status }) => last_status === 'failed' || last_status === 'lost')),
    quarantined: sources
      .flatMap(({ quarantined }) => Object.values(quarantined))
      .reduce((sum, n) => sum + n, 0),
    newest_event_at,
  }
}

async function readStorage(database: Database): Promise<Summary['storage']> {
  const { database_bytes } = await readOne<{ database_bytes: number }>(
    database,
    'SELECT pg_database_size(current_database()) AS database_bytes',
    [],
  )
  const { rows } = await database.query<{ name: string; bytes: number }>(
    `SELECT n.nspname AS name, sum(pg_total_relation_size(c.oid))::bigint AS bytes
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'm') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
     GROUP BY n.nspname ORDER BY bytes DESC, name`,
  )
  return { database_bytes, schemas: rows }
}
