import { fastifyPlugin } from 'fastify-plugin'
import type { Counter } from 'prom-client'
import type { Clock } from '../../runtime/clock.ts'
import type { Tiers } from '../../schemas/http/service/tiers.ts'
import type { Count, MinuteWindow } from '../accounts/minute-window.ts'
import { problem, QUOTA_EXCEEDED } from '../http/problem.ts'

/** After Redis has failed, requests go by it for this long: a dead Redis must not cost each of them its timeout. */
const PAUSE_MS = 1_000

type Options = { window: MinuteWindow; tiers: Tiers; clock: Clock; skipped: Counter }

/** Counts requests of an account, whatever its tokens; says so in every answer; without Redis it lets all pass. */
export const rateLimit = fastifyPlugin<Options>(
  async (app, { window, tiers, clock, skipped }) => {
    let paused_until_ms = 0
    app.decorateRequest('minute', null as Count | null)
    app.addHook('onRequest', async (request, reply) => {
      if (request.routeOptions.config.open === true) return
      const { id, tier } = request.account
      const limit = tiers[tier].requests_a_minute
      if (limit === 0) return
      const now_ms = clock.now().getTime()
      if (now_ms < paused_until_ms) {
        skipped.inc()
        return
      }
      const count = await window.take(id, limit, now_ms).catch((error: unknown) => {
        paused_until_ms = now_ms + PAUSE_MS
        request.log.warn({ err: error }, 'requests are not counted: Redis does not answer')
        return undefined
      })
      if (count === undefined) {
        skipped.inc()
        return
      }
      request.minute = count
      reply.header('ratelimit-policy', `"minute";q=${limit};w=60`)
      reply.header('ratelimit', `"minute";r=${count.remaining};t=${count.reset_s}`)
      if (count.allowed) return
      throw problem(429, 'rate_limited', `The tier ${tier} has ${limit} requests a minute.`, {
        type: QUOTA_EXCEEDED,
        headers: { 'retry-after': String(count.reset_s) },
        members: { 'violated-policies': ['minute'] },
      })
    })
  },
  { name: 'rate-limit', dependencies: ['authentication'] },
)
