import { Type } from 'typebox'
import { Closed, Day, Id, Instant, OrNull, Page, Text } from '../fields.ts'
import { collectionQuery } from '../parameters.ts'
import { tierNames } from './tiers.ts'

const Count = Type.Integer({ minimum: 0 })

export const Usage = Closed({
  account: Text,
  tier: Type.Enum([...tierNames]),
  as_of: Instant,
  limits: Closed({
    requests_a_minute: OrNull(Type.Integer({ description: 'null: no limit' })),
    lookups_a_month: Count,
    page_limit_max: Count,
    webhooks: Type.Boolean({ description: 'true if the plan includes webhooks' }),
  }),
  requests: Closed({
    minute: OrNull(
      Closed(
        {
          used: Count,
          remaining: Count,
          resets_in_s: Type.Integer({ description: 'Seconds until the window is empty again' }),
        },
        { description: 'null if nothing is counted: there is no limit, or Redis does not answer' },
      ),
    ),
    today: Type.Integer({
      description: 'Requests answered since midnight UTC, except 429; up to 10 seconds late',
    }),
    month: Type.Integer({ description: 'Requests answered in this calendar month (UTC), except 429' }),
  }),
  lookups: Closed({
    month: Type.String({ pattern: '^\\d{4}-\\d\\d$', examples: ['2026-11'] }),
    cap: Count,
    used: Count,
    remaining: Type.Integer({ minimum: 0, description: 'Used lookups of the allowance of this month' }),
    resets_at: Instant,
    credits: Closed(
      { balance: Count, bought: Count, spent: Count, expires_at: Type.Null() },
      { description: 'Purchased lookups, which are used after the monthly allowance. They never expire.' },
    ),
  }),
})

export const ApiCallsQuery = collectionQuery({
  since: Type.Optional(Type.String({ maxLength: 10, description: 'First day (UTC), YYYY-MM-DD' })),
  until: Type.Optional(Type.String({ maxLength: 10, description: 'Last day (UTC), YYYY-MM-DD' })),
})

export const ApiCallsItem = Closed({
  id: Id,
  day: Day,
  method: Text,
  route: Type.String({ description: 'The route as the API reference names it', examples: ['/v1/bills'] }),
  status: Type.Integer(),
  requests: Count,
  mean_ms: Type.Number(),
  latency: Type.Array(
    Closed({
      up_to_ms: OrNull(
        Type.Integer({
          description: 'The longest duration of the class; null for the last class, which has no limit',
        }),
      ),
      requests: Count,
    }),
    { description: 'Requests by duration, each counted once' },
  ),
  updated_at: Instant,
})
export const ApiCallsPage = Page(ApiCallsItem)
