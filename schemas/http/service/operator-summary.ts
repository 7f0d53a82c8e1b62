import { Type } from 'typebox'
import { Closed, Instant, OrNull } from '../fields.ts'
import { tierNames } from './tiers.ts'

const Count = Type.Integer({ minimum: 0 })
const SourceName = Type.String({ examples: ['federal-register'] })
const counts = (names: readonly string[]) => Closed(Object.fromEntries(names.map((name) => [name, Count])))

const Calls = Closed({
  requests: Type.Integer({ minimum: 0, description: 'Answered calls, except 429' }),
  refused: Type.Integer({ minimum: 0, description: 'Calls beyond the limit of their account (429)' }),
  client_errors: Type.Integer({ minimum: 0, description: 'Answers 400 to 499, except 429' }),
  server_errors: Type.Integer({ minimum: 0, description: 'Answers from 500' }),
  p95_up_to_ms: OrNull(
    Type.Integer({
      description:
        'The end of the duration class that 95 % of the calls do not exceed. null: no calls, or they exceed the last class',
    }),
  ),
})

/** What an operator sees of all accounts: counts only, without names, addresses or contents. */
export const OperatorSummary = Closed({
  as_of: Instant,
  accounts: Closed({ total: Count, by_tier: counts(tierNames) }),
  tokens: Closed({
    active: Type.Integer({ minimum: 0, description: 'Neither revoked nor expired' }),
    used_today: Type.Integer({ minimum: 0, description: 'Used since midnight UTC' }),
  }),
  calls: Closed(
    { today: Calls, month: Calls },
    { description: 'Since midnight UTC, and in this calendar month (UTC); up to 10 seconds late' },
  ),
  lookups: Closed({
    month: Type.String({ pattern: '^\\d{4}-\\d\\d$', examples: ['2026-11'] }),
    used: Type.Integer({ minimum: 0, description: 'Used lookups of the allowances of this month' }),
    credits: Type.Integer({ minimum: 0, description: 'Purchased lookups that are left' }),
  }),
  webhooks: Closed({
    endpoints: counts(['enabled', 'paused', 'disabled']),
    pending: Type.Integer({ minimum: 0, description: 'Deliveries that are not finished' }),
    undelivered: Type.Integer({ minimum: 0, description: 'Stored deliveries that failed or were skipped' }),
    oldest_due_at: OrNull(Instant),
  }),
  digests: Closed({
    subscriptions: Count,
    written_today: Type.Integer({ minimum: 0, description: 'Written since midnight UTC' }),
    written_month: Type.Integer({
      minimum: 0,
      description: 'Written in this calendar month (UTC), and stored',
    }),
    mails_waiting: Count,
  }),
  leads: Closed({
    signed_up_today: Count,
    signed_up_month: Count,
    confirmed_today: Count,
    confirmed_month: Count,
  }),
  freshness: Closed({
    sources: Type.Integer({ minimum: 0, description: 'Sources that have run' }),
    late: Type.Array(SourceName, {
      description: 'Sources without a successful fetch for twice their interval',
    }),
    failing: Type.Array(SourceName, { description: 'Sources whose last run failed' }),
    quarantined: Type.Integer({ minimum: 0, description: 'Records in quarantine' }),
    newest_event_at: OrNull(Instant),
  }),
  storage: Closed({
    database_bytes: Count,
    schemas: Type.Array(Closed({ name: Type.String({ examples: ['account'] }), bytes: Count }), {
      description: 'Tables and their indexes, the largest first',
    }),
  }),
})
