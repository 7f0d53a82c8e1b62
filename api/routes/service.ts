import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Redis } from 'ioredis'
import type { Registry } from 'prom-client'
import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../runtime/postgres.ts'
import { Health, Readiness } from '../../schemas/http/service.ts'

type Options = { database: Database; redis: Redis; registry: Registry; clock: Clock }

/** A watermark older than this: the projectors are behind, or not running. */
const LATE_S = 60

type Live = { name: string; watermark: string }
type Check = { ok: boolean; detail?: string }

/** Open to anybody: is the process alive, can it serve, what does it measure. */
export const serviceRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { database, redis, registry, clock },
) => {
  const config = { open: true }

  async function liveSchema(): Promise<Live | undefined> {
    const { rows } = await database.query<Live>(
      'SELECT name, watermark FROM control.read_schema WHERE is_live',
    )
    return rows[0]
  }

  async function projections(live: Live | undefined): Promise<Check> {
    if (live === undefined) return { ok: false, detail: 'no read schema is live' }
    if (live.watermark === '-infinity') return { ok: false, detail: 'nothing was projected yet' }
    const behind_s = Math.max(0, Math.round((clock.now().getTime() - Date.parse(live.watermark)) / 1_000))
    return behind_s <= LATE_S ? { ok: true } : { ok: false, detail: `${behind_s} s behind` }
  }

  app.get(
    '/healthz',
    {
      config,
      schema: { operationId: 'getHealth', summary: 'Alive', tags: ['Service'], response: { 200: Health } },
    },
    async () => ({ status: 'ok' as const }),
  )

  // Without Redis, and with projectors that are behind, this process still serves: only that which it cannot do
  // without takes it out of rotation.
  app.get(
    '/readyz',
    {
      config,
      schema: {
        operationId: 'getReadiness',
        summary: 'Can it serve, and how fresh',
        tags: ['Service'],
        response: { 200: Readiness, 503: Readiness },
      },
    },
    async (_request, reply) => {
      const [live, pong] = await Promise.allSettled([liveSchema(), redis.ping()])
      const pointer = live.status === 'fulfilled' ? live.value : undefined
      const postgres = { ok: live.status === 'fulfilled' }
      const checks = {
        postgres,
        redis: { ok: pong.status === 'fulfilled' },
        projections: await projections(pointer),
      }
      const serves = postgres.ok && pointer !== undefined
      const well = checks.redis.ok && checks.projections.ok
      const status = !serves ? 'not_ready' : well ? 'ready' : 'degraded'
      return reply
        .code(serves ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({
          status,
          checks,
          read_schema: pointer?.name ?? null,
          watermark: pointer === undefined || pointer.watermark === '-infinity' ? null : pointer.watermark,
        })
    },
  )

  app.get('/metrics', { config, schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('content-type', registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics()),
  )
}
