import { Ajv2020 } from 'ajv/dist/2020.js'
import { type FastifyInstance, fastify } from 'fastify'
import { pageLimits } from '../../../api/input/page-limits.ts'
import { createValidation } from '../../../api/input/validation.ts'
import { createBillDirectory } from '../../../cli/wiring/bill-directory.ts'
import type { Scope } from '../../../schemas/http/service/scopes.ts'
import type { TierName } from '../../../schemas/http/service/tiers.ts'
import { createWebhookRoutes } from '../../../webhooks/routes.ts'
import type { Wake } from '../../../webhooks/wake/waker.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { createWebhookService, type WebhookService } from './webhook-service.ts'

/** Each route answers with other members, and tests assert them. */
type ParsedAnswer = ReturnType<typeof JSON.parse>

export type Caller = { id: number; name: string; tier: TierName; scopes: Scope[] }

type Answers = Record<string, { content?: Record<string, { schema: object }> }>

/**
 * The webhook routes on a bare server with the decorators that they need. Every success is validated by the schema
 * that its route declares.
 */
export async function createWebhookServer(
  service: WebhookService,
  callerOf: () => Caller,
  wake: Wake = () => {},
): Promise<FastifyInstance> {
  const app = fastify()
  app.setValidatorCompiler(createValidation())
  app.addHook('onRoute', pageLimits(service.settings))
  const ajv = new Ajv2020({ strict: false })
  app.setSerializerCompiler(() => JSON.stringify)
  app.decorateRequest('account', null as never)
  app.decorate('problem', ((status: number, code: string, detail: string) =>
    Object.assign(new Error(detail), { statusCode: status, code })) as never)
  app.decorate('documentWebhooks', () => {})
  app.addHook('onRequest', async (request) => {
    request.account = { ...callerOf(), caller: { kind: 'token', id: 1, shown: 'lgl_…test' } }
    const { scope } = request.routeOptions.config
    if (scope === undefined) throw new Error('the route names no scope')
    if (!['read', ...callerOf().scopes].includes(scope))
      throw Object.assign(new Error(scope), { statusCode: 403, code: 'insufficient_scope' })
  })
  app.addHook('preSerialization', async (request, reply, payload) => {
    const declared = (request.routeOptions.schema?.response as Answers | undefined)?.[reply.statusCode]
    const schema = declared?.content?.['application/json']?.schema
    if (schema !== undefined && !ajv.validate(schema, JSON.parse(JSON.stringify(payload))))
      throw new Error(`${request.routeOptions.url}: ${ajv.errorsText()}`)
    return payload
  })
  const { endpoints, database, clock } = service
  const bills = createBillDirectory({ rows: database, newest: database })
  const routes = createWebhookRoutes({
    endpoints,
    database,
    reader: database,
    clock,
    limits: service.settings,
    bills,
    wake,
  })
  await app.register(routes, { prefix: '/v1' })
  cleanUp(() => app.close())
  return app
}

export type WebhookApi = {
  readonly service: WebhookService
  /** An account of the Business tier, which is the default caller. */
  readonly business: Caller
  callerWith(name: string, tier: TierName): Promise<Caller>
  call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
    caller?: Caller,
  ): Promise<{
    status: number
    body: ParsedAnswer
    headers: Record<string, unknown>
  }>
}

/**
 * The routes with their service, and a way to call them. Names resolve without a network; nothing is sent to them.
 */
export async function createWebhookApi(): Promise<WebhookApi> {
  const service = await createWebhookService({
    resolver: (_hostname, _options, callback) => callback(null, [{ address: '8.8.8.8', family: 4 }]),
  })
  const callerWith = async (name: string, tier: TierName): Promise<Caller> => {
    const { id } = await service.account(name, tier)
    return { id, name, tier, scopes: ['webhooks'] }
  }
  const business = await callerWith('first', 'business')
  let current = business
  const app = await createWebhookServer(service, () => current)
  return {
    service,
    business,
    callerWith,
    async call(method, url, body, caller = business) {
      current = caller
      const answer = await app.inject({ method, url: `/v1${url}`, ...(body === undefined ? {} : { body }) })
      return {
        status: answer.statusCode,
        body: answer.body === '' ? undefined : answer.json(),
        headers: answer.headers,
      }
    },
  }
}
