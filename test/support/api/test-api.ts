import diagnostics from 'node:diagnostics_channel'
import { once } from 'node:events'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  InjectOptions,
  LightMyRequestResponse,
} from 'fastify'
import { ensureAccount, issueToken } from '../../../api/accounts/accounts.ts'
import type { PageParts } from '../../../api/pages/page-parts.ts'
import { buildServer } from '../../../api/server.ts'
import type { Locator } from '../../../locate/lookup/located.ts'
import type { Clock } from '../../../runtime/clock.ts'
import { createLog, type Log } from '../../../runtime/log.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { createRedis } from '../../../runtime/redis.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { Scope } from '../../../schemas/http/service/scopes.ts'
import type { TierName } from '../../../schemas/http/service/tiers.ts'
import { cleanUp } from '../harness/clean-up.ts'
import type { TestDatabase } from '../stores/database.ts'
import { createTestRedis } from '../stores/redis.ts'
import { undocumentedRefusal } from './undocumented-refusal.ts'

export type TestApi = {
  readonly app: FastifyInstance
  readonly token: string
  /** GET with the token of the test's own account. */
  get(url: string, options?: InjectOptions): Promise<LightMyRequestResponse>
  issue(options?: {
    tier?: TierName
    scopes?: readonly Scope[]
    account?: string
    expires_at?: string
  }): Promise<string>
}

type Options = {
  /** Used by tests that cannot create one, since the database is down. */
  token?: string
  clock?: Clock
  settings?: Partial<Settings>
  redis_url?: string
  plugins?: readonly FastifyPluginAsync[]
  pages?: readonly FastifyPluginAsync<PageParts>[]
  locator?: Locator
  /** Used for readiness, instead of the connections of the test. */
  health?: Database
  log?: Log
  /** Served instead of the live one. */
  read_schema?: string
}

/** The real API on the test's database and Redis. Every answer is validated by the schema of its route. */
export async function createTestApi(test: TestDatabase, options: Options = {}): Promise<TestApi> {
  const redisUrl = options.redis_url ?? (await createTestRedis())
  const settings: Settings = {
    ...test.settings,
    redis_url: redisUrl,
    log_level: 'silent',
    ...options.settings,
  }
  const redis = createRedis(settings, { for: 'limits' })
  // If Redis is down, the rate limit lets requests pass and pauses by the clock, which a test may have stopped.
  if (options.redis_url === undefined && redis.status !== 'ready') await once(redis, 'ready')
  const mismatches: string[] = []
  // Hooks apply only to later routes, so ours is added before any route.
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onSend', async (request, reply, payload) => {
      const mismatch = mismatchOf(request.routeOptions.schema?.response, reply, payload)
      const undocumented = undocumentedRefusal(request, reply, payload)
      for (const fault of [mismatch, undocumented]) {
        if (fault !== undefined) mismatches.push(`${request.method} ${request.url}: ${fault}`)
      }
      return payload
    })
  }
  diagnostics.subscribe('fastify.initialization', watch)
  const app = await buildServer({
    settings,
    database: test.database,
    redis,
    log: options.log ?? createLog('test', 'silent'),
    metrics: createMetrics(),
    plugins: options.plugins ?? [],
    pages: options.pages ?? [],
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.locator === undefined ? {} : { locator: options.locator }),
    ...(options.health === undefined ? {} : { health: options.health }),
    ...(options.read_schema === undefined ? {} : { read_schema: options.read_schema }),
  })
  diagnostics.unsubscribe('fastify.initialization', watch)
  cleanUp(async () => {
    await app.close()
    redis.disconnect()
    if (mismatches.length > 0) throw new Error(mismatches.join('\n'))
  })
  await app.ready()
  const issue: TestApi['issue'] = async ({
    tier = 'enterprise',
    account = 'test',
    scopes,
    expires_at,
  } = {}) => {
    const holder = await ensureAccount(test.database, account, tier)
    return (await issueToken(test.database, holder, { scopes, expires_at })).token
  }
  const token = options.token ?? (await issue())
  return {
    app,
    token,
    issue,
    async get(url, given = {}) {
      const headers = { authorization: `Bearer ${token}`, ...given.headers }
      const answer = await app.inject({ url, method: 'GET', ...given, headers })
      if (mismatches.length > 0) throw new Error(mismatches.splice(0).join('\n'))
      return answer
    },
  }
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, code: { optimize: false } })
const validators = new WeakMap<object, ValidateFunction>()
const validatorsByText = new Map<string, ValidateFunction>()

/** Each API has schemas of its own, but equal ones: they are compiled once in a process. */
function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const text = JSON.stringify(schema)
  const validate = validatorsByText.get(text) ?? ajv.compile(JSON.parse(text) as object)
  validatorsByText.set(text, validate)
  validators.set(schema, validate)
  return validate
}

type Declared = { content?: Record<string, { schema: object }> }

/** Validates an answer by the schema of its route for its status. */
function mismatchOf(response: unknown, reply: FastifyReply, payload: unknown): string | undefined {
  const status = reply.statusCode
  const text = Buffer.isBuffer(payload) ? payload.toString() : payload
  if (response === undefined || typeof text !== 'string' || text === '') return undefined
  const declared = response as Record<string, Declared | undefined>
  const entry = declared[status] ?? declared[`${Math.floor(status / 100)}xx`]
  if (entry === undefined) return status >= 300 ? undefined : `no answer ${status} is declared`
  const media = String(reply.getHeader('content-type')).split(';')[0]!
  const isText = media.startsWith('text/') || media.endsWith('+xml')
  if (isText && entry.content?.[media] !== undefined) return undefined
  const schema = entry.content === undefined ? entry : Object.values(entry.content)[0]?.schema
  if (schema === undefined) return undefined
  const validate = validatorOf(schema)
  if (validate(JSON.parse(text))) return undefined
  return `${ajv.errorsText(validate.errors).slice(0, 500)} in ${text.slice(0, 1_000)}`
}
