import type { FastifyPluginAsync } from 'fastify'
import { named } from '../runtime/http/named-plugin.ts'
import { webhookOperations } from './event-types/openapi-operations.ts'
import { catalogRoutes } from './routes/catalog-routes.ts'
import type { WebhookRouteContext } from './routes/context.ts'
import { deliveryRoutes } from './routes/delivery-routes.ts'
import { endpointActionRoutes } from './routes/endpoint-action-routes.ts'
import { endpointRoutes } from './routes/endpoint-routes.ts'
import { followRoutes } from './routes/follow-routes.ts'
import { noticeRoutes } from './routes/notice-routes.ts'
import { replayRoutes } from './routes/replay-routes.ts'
import { resendRoutes } from './routes/resend-routes.ts'

/**
 * The webhook routes. Register them under each version's prefix. They rely on decorators of the API: the caller in
 * `request.account`, a hook that checks `config.scope`, and `app.problem`.
 */
export function createWebhookRoutes(context: WebhookRouteContext): FastifyPluginAsync {
  return async (app) => {
    app.documentWebhooks(webhookOperations())
    await app.register(named(endpointRoutes), context)
    await app.register(named(endpointActionRoutes), context)
    await app.register(named(deliveryRoutes), context)
    await app.register(named(noticeRoutes), context)
    await app.register(named(resendRoutes), context)
    await app.register(named(replayRoutes), context)
    await app.register(named(catalogRoutes), context)
    await app.register(named(followRoutes), context)
  }
}
