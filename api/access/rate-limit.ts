import type { FastifyReply, FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import type { Counter } from 'prom-client'
import type { Clock } from '../../runtime/clock.ts'
import type { Tiers } from '../../schemas/http/service/tiers.ts'
import type { Count, MinuteWindow } from '../accounts/minute-window.ts'
import { problem, QUOTA_EXCEEDED } from '../http/problem.ts'

/**
 * After a failure of Redis, requests skip it for this long, so that a dead Redis does not cost each of them a
 * timeout.
 */
const PAUSE_MS = 1_000

type Options = { window: MinuteWindow; tiers: Tiers; clock: Clock; skipped: Counter }

/**
 * Counts the requests of an account, whichever token it uses, and reports the count in every answer. Without
 * Redis, all requests pass.
 */
export const rateLimit = fastifyPlugin<Options>(
  async (app, { window, tiers, clock, skipped }) => {
    let paused_until_ms = 0
    app.decorateRequest('minute', null as Count | null)

    async function take(request: FastifyRequest, reply: FastifyReply, amount: number): Promise<void> {
      const { id, tier } = request.account
      const limit = tiers[tier].requests_a_minute
      if (limit === 0) return
      const now_ms = clock.now().getTime()
      if (now_ms < paused_until_ms) {
        skipped.inc(amount)
        return
      }
      const count = await window.take(id, limit, now_ms, amount).catch((error: unknown) => {
        paused_until_ms = now_ms + PAUSE_MS
        request.log.warn({ err: error }, 'requests are not counted: Redis does not answer')
        return undefined
      })
      if (count === undefined) {
        skipped.inc(amount)
        return
      }
      request.minute = count
      reply.header('ratelimit-policy', `"minute";q=${limit};w=60`)
      reply.header('ratelimit', `"minute";r=${count.remaining};t=${count.reset_s}`)
      if (count.allowed) return
      throw problem(429, 'rate_limited', `The tier ${tier} allows ${limit} requests per minute.`, {
        type: QUOTA_EXCEEDED,
        headers: { 'retry-after': String(count.reset_s) },
        members: { 'violated-policies': ['minute'] },
      })
    }

    app.decorate('countRequests', take)
    app.addHook('onRequest', async (request, reply) => {
      if (request.routeOptions.config.open !== true) await take(request, reply, 1)
    })
  },
  { name: 'rate-limit', dependencies: ['authentication'] },
)
