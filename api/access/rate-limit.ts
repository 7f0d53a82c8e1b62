import type { FastifyReply, FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import type { Tiers } from '../../schemas/http/service/tiers.ts'
import type { Count } from '../accounts/minute-window.ts'
import { minutePolicy, quotaExceeded } from '../http/limits.ts'
import type { RequestCounting } from './request-counting.ts'

type Options = { tiers: Tiers; counting: RequestCounting }

/**
 * Counts the requests of an account, whichever token it uses, and reports the count in every answer. Without
 * Redis, all requests pass.
 */
export const rateLimit = fastifyPlugin<Options>(
  async (app, { tiers, counting }) => {
    app.decorateRequest('minute', null as Count | null)

    async function take(request: FastifyRequest, reply: FastifyReply, amount: number): Promise<void> {
      const { id, tier } = request.account
      const limit = tiers[tier].requests_a_minute
      if (limit === 0) return
      const count = await counting(request, id, limit, amount)
      if (count === undefined) return
      request.minute = count
      // A batch is counted again with its size: the later count replaces the first.
      const { policy, state } = minutePolicy('minute', limit, count)
      reply.header('ratelimit-policy', policy)
      reply.header('ratelimit', state)
      if (count.allowed) return
      throw quotaExceeded('rate_limited', `The tier ${tier} allows ${limit} requests per minute.`, {
        policy: 'minute',
        retry_after_s: count.reset_s,
      })
    }

    app.decorate('countRequests', take)
    app.addHook('onRequest', async (request, reply) => {
      if (request.routeOptions.config.open !== true) await take(request, reply, 1)
    })
  },
  { name: 'rate-limit', dependencies: ['authentication'] },
)
