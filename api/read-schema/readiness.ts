import type { Redis } from 'ioredis'
import { describeMisfits, findMisfits, unreadable } from '../../projections/read-schemas/read-schema-fit.ts'
import { readLag } from '../../projections/watermark/lag.ts'
import type { Clock } from '../../runtime/clock.ts'
import { readHeartbeats, type ServiceName, whyNoneWorksPublicly } from '../../runtime/health/heartbeats.ts'
import { createReadiness, type ReadinessAnswer } from '../../runtime/health/readiness.ts'
import { postgresCheck, redisCheck } from '../../runtime/health/store-checks.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'

type Name = 'postgres' | 'redis' | 'read_schema' | 'projections' | 'relay'

export type ApiReadinessAnswer = ReadinessAnswer<Name> & {
  readonly read_schema: string | null
  readonly watermark: string | null
}

export type ApiReadiness = { ask(): Promise<ApiReadinessAnswer> }

/** If an event is not projected for so long, news does not reach the readers of `updated_since`. */
const LATE_S = 60
/** How long the known tables of a read schema are cached. */
const FIT_MS = 10_000

type Live = { name: string; watermark: string; is_followed: boolean }

/**
 * The API is ready if the Postgres of the accounts and that of the rows answer, and the live read schema's
 * tables fit this code. Without Redis, a relay or a projector it still serves, but is `degraded`.
 */
export function createApiReadiness(options: {
  /** Accounts, tokens and heartbeats. */
  readonly primary: Database
  /** Rows. */
  readonly reads: Database
  readonly redis: Redis
  readonly clock: Clock
  /** Served instead of the live one. */
  readonly read_schema: string | undefined
  readonly timeout_ms: number
}): ApiReadiness {
  const { primary, reads, redis, clock, read_schema, timeout_ms } = options
  let fit = { name: '', until_ms: 0, misfits: [] as string[] }
  let live: Live | undefined

  async function findLive(): Promise<Live | undefined> {
    const { rows } = await reads.query<Live>(
      `SELECT name, watermark, state = 'projecting' AS is_followed FROM control.read_schema
       WHERE CASE WHEN $1::text IS NULL THEN is_live ELSE name = $1 END`,
      [read_schema ?? null],
    )
    return rows[0]
  }

  /** Tables and columns that this code needs but does not find. */
  async function misfitsOf({ name }: Live): Promise<string[]> {
    const now_ms = clock.now().getTime()
    if (fit.name !== name || fit.until_ms < now_ms) {
      fit = { name, until_ms: now_ms + FIT_MS, misfits: unreadable(await findMisfits(reads, name)) }
    }
    return fit.misfits
  }

  const readiness = createReadiness({
    checks: {
      async postgres() {
        const checks = [...new Set([primary, reads])].map((database) => postgresCheck(database)())
        return (await Promise.all(checks)).find((reason) => reason !== undefined)
      },
      redis: redisCheck(redis),
      async read_schema() {
        live = undefined
        const found = await findLive()
        if (found === undefined) {
          return read_schema === undefined ? 'no read schema is live' : `no ${read_schema}`
        }
        live = found
        const misfits = await misfitsOf(found)
        if (misfits.length === 0) return undefined
        return `${describeMisfits(found.name, misfits)}; legislog rebuild makes one that fits`
      },
      async projections() {
        const found = await findLive()
        if (found?.is_followed === false) return { note: `${found.name} is the state at ${found.watermark}` }
        const idle = await whyIdle('project')
        if (idle !== undefined || found === undefined) return idle
        if (found.watermark === '-infinity') return 'nothing has been projected yet'
        const { events, oldest_s } = await readLag(reads, found.name)
        if (oldest_s <= LATE_S) return undefined
        return `${events} events behind, the oldest for ${Math.round(oldest_s)} s`
      },
      async relay() {
        // The read schema is the state at a past time: nothing keeps it up to date.
        return (await findLive())?.is_followed === false ? undefined : whyIdle('relay')
      },
    },
    degrades: ['redis', 'projections', 'relay'],
    // Health is public, and error messages of stores name hosts and users.
    describeError: () => 'no answer',
    timeout_ms,
    clock,
  })

  const whyIdle = async (service: ServiceName) => whyNoneWorksPublicly(service, await readHeartbeats(primary))

  return {
    async ask() {
      const answer = await readiness.ask()
      const watermark = live?.watermark ?? '-infinity'
      return {
        ...answer,
        read_schema: live?.name ?? null,
        watermark: watermark === '-infinity' ? null : watermark,
      }
    },
  }
}
