import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { instantOf } from '../../schemas/http/instant.ts'
import { NoQuery } from '../../schemas/http/parameters.ts'
import { ApiCallsPage, ApiCallsQuery, Usage } from '../../schemas/http/service/analytics.ts'
import { LATENCY_MS } from '../accounts/latency-classes.ts'
import { nextMonthOf } from '../accounts/lookups.ts'
import { readUsage } from '../accounts/usage.ts'
import { dayParameter } from '../input/day-parameter.ts'
import { readAccountPage } from '../paging/account-page.ts'
import { entityOrders, sendPage, startWalk } from '../paging/collection.ts'
import type { PageRow } from '../paging/page-select.ts'
import type { RouteContext } from './context.ts'
import { answers } from './route.ts'

const SOURCE = `SELECT id, updated_at, 0 AS seq, false AS deleted, day, method, route, status, requests,
  duration_ms, buckets, NULL AS item FROM account.request_count`

type CallsRow = PageRow & {
  readonly day: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly requests: number
  readonly duration_ms: number
  readonly buckets: readonly number[]
}

/** Usage and calls of an account. */
export const analyticsRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { database, clock, limits, tiers },
) => {
  const config = { scope: 'read' } as const

  app.get(
    '/analytics/usage',
    {
      config,
      schema: {
        operationId: 'getUsage',
        summary: 'Limits and usage of the account',
        tags: ['Account'],
        querystring: NoQuery,
        response: answers(Usage),
      },
    },
    async ({ account, minute }) => {
      const now = clock.now()
      const used = await readUsage(database, account.id, now)
      const { requests_a_minute, lookups_a_month, webhooks } = tiers[account.tier]
      return {
        account: account.name,
        tier: account.tier,
        as_of: instantOf(now),
        limits: {
          requests_a_minute: requests_a_minute === 0 ? null : requests_a_minute,
          lookups_a_month,
          page_limit_max: limits.page_limit_max,
          webhooks,
        },
        requests: {
          minute: minute && {
            used: requests_a_minute - minute.remaining,
            remaining: minute.remaining,
            resets_in_s: minute.reset_s,
          },
          today: used.today,
          month: used.month,
        },
        lookups: {
          month: now.toISOString().slice(0, 7),
          cap: lookups_a_month,
          used: used.lookups,
          remaining: Math.max(0, lookups_a_month - used.lookups),
          resets_at: instantOf(nextMonthOf(now)),
          credits: { balance: used.balance, bought: used.bought, spent: used.spent, expires_at: null },
        },
      }
    },
  )

  app.get(
    '/analytics/api',
    {
      config,
      schema: {
        operationId: 'listApiCalls',
        summary: 'Calls of the account by day, route and status, with their durations',
        tags: ['Account'],
        querystring: ApiCallsQuery,
        response: answers(ApiCallsPage),
      },
    },
    async (request, reply) => {
      const { account, query } = request
      const days = { since: dayParameter('since', query.since), until: dayParameter('until', query.until) }
      const filters = { account: account.id, ...days }
      const walk = startWalk(query, { path: 'analytics/api', filters, orders: entityOrders, limits })
      const found = await readAccountPage<CallsRow>(database, walk.page, (bind) => {
        const conditions = [`account_id = ${bind(account.id)}`]
        if (days.since !== undefined) conditions.push(`day >= ${bind(days.since)}`)
        if (days.until !== undefined) conditions.push(`day <= ${bind(days.until)}`)
        return `${SOURCE} WHERE ${conditions.join(' AND ')}`
      })
      return sendPage(request, reply, walk, found, (row) => JSON.stringify(callsOf(row)))
    },
  )
}

function callsOf(row: CallsRow) {
  const { id, day, method, route, status, requests, duration_ms, buckets, updated_at } = row
  const mean_ms = Math.round((10 * duration_ms) / requests) / 10
  const latency = buckets.map((calls, place) => ({ up_to_ms: LATENCY_MS[place] ?? null, requests: calls }))
  return { id, day, method, route, status, requests, mean_ms, latency, updated_at }
}
