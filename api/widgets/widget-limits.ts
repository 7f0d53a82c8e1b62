import type { FastifyReply, FastifyRequest } from 'fastify'
import { createPrivateKeys } from '../../locate/read/private-keys.ts'
import type { RequestCounting } from '../access/request-counting.ts'
import { addPolicy, minutePolicy, quotaExceeded } from '../http/limits.ts'
import { networkOf } from '../http/network.ts'

export type WidgetLimits = {
  /** Counts a request of the address of a visitor. Throws 429 if there are too many in this minute. */
  countVisitor(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Counts a sign-up or a lookup of an address, which may send fewer of them. */
  countForm(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Counts a request to a widget, of all its visitors. */
  countWidget(request: FastifyRequest, reply: FastifyReply, widgetId: number): Promise<void>
}

type Limits = {
  readonly widget_requests_a_minute: number
  readonly visitor_requests_a_minute: number
  readonly visitor_forms_a_minute: number
}

/**
 * Limits of a widget and of the address of a visitor. Requests of visitors never count in the minute of the account. An
 * address is counted under a key that only this process can make from it.
 */
export function createWidgetLimits(counting: RequestCounting, limits: Limits): WidgetLimits {
  const keyOf = createPrivateKeys()

  async function take(
    request: FastifyRequest,
    reply: FastifyReply,
    policy: { name: string; counted: string; limit: number; detail: string },
  ): Promise<void> {
    const { name, counted, limit, detail } = policy
    if (limit === 0) return
    const count = await counting(request, counted, limit, 1)
    if (count === undefined) return
    addPolicy(reply, minutePolicy(name, limit, count))
    if (count.allowed) return
    throw quotaExceeded('rate_limited', detail, { policy: name, retry_after_s: count.reset_s })
  }

  const ofVisitor = (request: FastifyRequest, kind: string, limit: number) => ({
    name: kind,
    counted: `${kind}:${keyOf([networkOf(request.ip)])}`,
    limit,
    detail: `One address may make ${limit} of these requests per minute. Try again later.`,
  })

  return {
    countVisitor: (request, reply) =>
      take(request, reply, ofVisitor(request, 'visitor', limits.visitor_requests_a_minute)),
    countForm: (request, reply) =>
      take(request, reply, ofVisitor(request, 'form', limits.visitor_forms_a_minute)),
    countWidget(request, reply, widgetId) {
      const limit = limits.widget_requests_a_minute
      const detail = `The widget allows ${limit} requests per minute. Try again later.`
      return take(request, reply, { name: 'widget', counted: `widget:${widgetId}`, limit, detail })
    },
  }
}
