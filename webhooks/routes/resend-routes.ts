import { getDelivery } from '../delivery-log/deliveries.ts'
import { resend } from '../delivery-log/resend.ts'
import { DeliveryDetail, ResendBody } from '../route-schemas/delivery-schemas.ts'
import { answers, KeyParams, NoQuery } from '../route-schemas/schemas.ts'
import { config, tags, type WebhookApp, type WebhookRouteContext } from './context.ts'
import { orProblem } from './problems.ts'

/** Sends deliveries again by hand. */
export async function resendRoutes(app: WebhookApp, context: WebhookRouteContext): Promise<void> {
  const { database, clock, wake } = context
  app.post(
    '/webhook_deliveries/:key/resend',
    {
      config: { ...config, problems: ['not_found', 'conflict', 'plan_required'] },
      schema: {
        operationId: 'resendWebhookDelivery',
        summary: 'Send a delivery again under its key',
        tags,
        params: KeyParams,
        querystring: NoQuery,
        body: ResendBody,
        response: answers(DeliveryDetail, { status: 202, description: 'Scheduled to be sent now' }),
      },
    },
    async (request, reply) => {
      const { account, body, params } = request
      const options = { new_key: body.new_idempotency_key === true, now: clock.now() }
      const key = await orProblem(app, resend(database, account, params.key, options))
      const delivery = await getDelivery(database, account, key, options.now)
      wake([delivery.endpoint_id])
      return reply.code(202).send(delivery)
    },
  )
}
