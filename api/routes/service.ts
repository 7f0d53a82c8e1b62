import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Redis } from 'ioredis'
import type { Registry } from 'prom-client'
import { describeMisfits, findMisfits, unreadable } from '../../projections/read-schema-fit.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../runtime/postgres.ts'
import { Health, Readiness } from '../../schemas/http/service.ts'

type Options = {
  database: Database
  redis: Redis
  registry: Registry
  clock: Clock
  /** Served instead of the live one. */
  read_schema: string | undefined
}

/** A watermark older than this: the projectors are behind, or not running. */
const LATE_S = 60
/** A store that has not answered by then does not answer. */
const PATIENCE_MS = 2_000
/** How long it is known which tables a read schema has. */
const FIT_MS = 10_000

type Live = { name: string; watermark: string; is_followed: boolean }
type Check = { ok: boolean; detail?: string }

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Open to anybody: is the process alive, can it serve, what does it measure. */
export const serviceRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { database, redis, registry, clock, read_schema },
) => {
  const config = { open: true }
  let fit = { name: '', until_ms: 0, misfits: [] as string[] }

  async function liveSchema(): Promise<Live | undefined> {
    const { rows } = await database.query<Live>(
      `SELECT name, watermark, state = 'projecting' AS is_followed FROM control.read_schema
       WHERE CASE WHEN $1::text IS NULL THEN is_live ELSE name = $1 END`,
      [read_schema ?? null],
    )
    return rows[0]
  }

  /** What of its tables this code needs and does not find. */
  async function misfitsOf({ name }: Live): Promise<string[]> {
    const now_ms = clock.now().getTime()
    if (fit.name !== name || fit.until_ms < now_ms) {
      fit = { name, until_ms: now_ms + FIT_MS, misfits: unreadable(await findMisfits(database, name)) }
    }
    return fit.misfits
  }

  async function projections(live: Live | undefined): Promise<Check> {
    if (live === undefined) {
      return { ok: false, detail: read_schema === undefined ? 'no read schema is live' : `no ${read_schema}` }
    }
    const misfits = await misfitsOf(live)
    if (misfits.length > 0) {
      return {
        ok: false,
        detail: `${describeMisfits(live.name, misfits)}; legislog rebuild makes one that fits`,
      }
    }
    if (!live.is_followed) return { ok: true, detail: `${live.name} is the state at ${live.watermark}` }
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
      const [live, pong] = await Promise.allSettled([inTime(liveSchema()), inTime(redis.ping())])
      const pointer = live.status === 'fulfilled' ? live.value : undefined
      const postgres = { ok: live.status === 'fulfilled' }
      const checks = {
        postgres,
        redis: { ok: pong.status === 'fulfilled' },
        projections: await inTime(projections(pointer)).catch(() => ({ ok: false, detail: 'not known' })),
      }
      const serves = postgres.ok && pointer !== undefined && fit.misfits.length === 0
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
