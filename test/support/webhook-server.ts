import { Ajv2020 } from 'ajv/dist/2020.js'
import { type FastifyInstance, fastify } from 'fastify'
import type { Scope, TierName } from '../../schemas/http/token.ts'
import { createWebhookRoutes } from '../../webhooks/routes.ts'
import { cleanUp } from './clean-up.ts'
import type { WebhookService } from './webhook-service.ts'

export type Caller = { id: number; name: string; tier: TierName; scopes: Scope[] }

type Answers = Record<string, { content?: Record<string, { schema: object }> }>

/**
 * The webhook routes on a bare server with the decorators that they rely on. Every success is held against the schema
 * that its route declares.
 */
export async function createWebhookServer(
  service: WebhookService,
  callerOf: () => Caller,
): Promise<FastifyInstance> {
  const app = fastify({
    ajv: { customOptions: { removeAdditional: false, useDefaults: false, allErrors: false } },
  })
  const ajv = new Ajv2020({ strict: false })
  app.setSerializerCompiler(() => JSON.stringify)
  app.decorateRequest('account', null as never)
  app.decorate('problem', ((status: number, code: string, detail: string) =>
    Object.assign(new Error(detail), { statusCode: status, code })) as never)
  app.addHook('onRequest', async (request) => {
    request.account = callerOf()
    if (request.routeOptions.config.scope !== 'webhooks') throw new Error('the route names another scope')
  })
  app.addHook('preSerialization', async (request, reply, payload) => {
    const declared = (request.routeOptions.schema?.response as Answers | undefined)?.[reply.statusCode]
    const schema = declared?.content?.['application/json']?.schema
    if (schema !== undefined && !ajv.validate(schema, JSON.parse(JSON.stringify(payload))))
      throw new Error(`${request.routeOptions.url}: ${ajv.errorsText()}`)
    return payload
  })
  const { endpoints, database, clock } = service
  const limits = { page_limit_default: 50, page_limit_max: 200 }
  await app.register(createWebhookRoutes({ endpoints, database, clock, limits }), { prefix: '/v1' })
  cleanUp(() => app.close())
  return app
}
