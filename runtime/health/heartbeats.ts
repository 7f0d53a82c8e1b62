import { hostname } from 'node:os'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Database, Queryable } from '../postgres/postgres.ts'
import type { Settings } from '../settings/settings.ts'
import { Signal } from '../signal.ts'
import { type CheckResult, describeFailed, type Readiness, type ReadinessStatus } from './readiness.ts'

export type ServiceName = 'relay' | 'project' | 'api' | 'webhooks' | 'derive' | 'alerts' | 'ingest'

/** The last report of one process of a service about itself. */
export type Heartbeat = {
  readonly service: ServiceName
  readonly host: string
  readonly pid: number
  readonly started_at: string
  readonly beat_at: string
  /** It has been silent so long, by the database's time, that it counts as dead or frozen. */
  readonly is_silent: boolean
  readonly status: ReadinessStatus
  readonly checks: Readonly<Record<string, CheckResult>>
}

export type HeartbeatSender = { stop(): Promise<void> }

const BEATS_A_SILENCE = 4
/** A process that was killed on another host is listed for this long. */
const FORGET = '1 day'

/**
 * Writes the readiness of this process into Postgres, with the database's time. Other processes and `status` see that
 * it works, or that it was killed or is frozen. A process that ends normally removes its row.
 */
export function startHeartbeat(options: {
  readonly settings: Settings
  readonly database: Database
  readonly service: ServiceName
  readonly readiness: Readiness
  readonly clock: Clock
  readonly log: Log
}): HeartbeatSender {
  const { settings, database, service, readiness, clock, log } = options
  const stopped = new Signal()
  const host = hostname()
  const startedAt = clock.now().toISOString()
  let isStopped = false

  async function beat(): Promise<void> {
    const { status, checks } = await readiness.ask()
    if (isStopped) return
    await database.query(
      `INSERT INTO control.heartbeat AS kept (service, host, pid, started_at, beat_at, timeout_ms, status, checks)
       VALUES ($1, $2, $3, $4, clock_timestamp(), $5, $6, $7)
       ON CONFLICT (service, host, pid) DO UPDATE SET started_at = excluded.started_at, beat_at = excluded.beat_at,
         timeout_ms = excluded.timeout_ms, status = excluded.status, checks = excluded.checks`,
      [service, host, process.pid, startedAt, settings.heartbeat_timeout_ms, status, JSON.stringify(checks)],
    )
  }

  /** Silent processes of this host are certainly gone: one that was only frozen writes its row again. */
  async function forgetSilent(): Promise<void> {
    await database.query(
      `DELETE FROM control.heartbeat WHERE beat_at < clock_timestamp() - interval '${FORGET}'
         OR service = $1 AND host = $2 AND ${IS_SILENT}`,
      [service, host],
    )
  }

  async function run(): Promise<void> {
    let hasForgotten = false
    while (!isStopped) {
      try {
        await beat()
        if (!hasForgotten) await forgetSilent()
        hasForgotten = true
      } catch (error) {
        log.debug({ err: error }, 'Postgres does not take the heartbeat')
      }
      if (!isStopped) await stopped.wait(settings.heartbeat_timeout_ms / BEATS_A_SILENCE)
    }
    await database
      .query('DELETE FROM control.heartbeat WHERE service = $1 AND host = $2 AND pid = $3', [
        service,
        host,
        process.pid,
      ])
      .catch((error: unknown) => log.debug({ err: error }, 'the heartbeat was not removed'))
  }

  const running = run()
  return {
    async stop() {
      isStopped = true
      stopped.notify()
      await running
    },
  }
}

const IS_SILENT = "beat_at < clock_timestamp() - timeout_ms * interval '1 millisecond'"

/** Reads the last report of every process, newest first within each service. */
export async function readHeartbeats(database: Queryable): Promise<Heartbeat[]> {
  const { rows } = await database.query<Heartbeat>(
    `SELECT service, host, pid, started_at, beat_at, ${IS_SILENT} AS is_silent, status, checks FROM control.heartbeat
     ORDER BY service, beat_at DESC`,
  )
  return rows
}

/** Explains why no process of a service does its work now; undefined if one does. */
export function whyNoneWorks(service: ServiceName, heartbeats: readonly Heartbeat[]): string | undefined {
  return whyUnready(service, heartbeats, (found) =>
    found.is_silent
      ? `is silent since ${found.beat_at}: process ${found.pid} on ${found.host} is dead or frozen`
      : `is not ready: ${describeFailed(found)}`,
  )
}

/** A text that anybody may read: it names no addresses, hosts or store messages. */
export function whyNoneWorksPublicly(
  service: ServiceName,
  heartbeats: readonly Heartbeat[],
): string | undefined {
  return whyUnready(service, heartbeats, ({ is_silent, beat_at, checks }) => {
    if (is_silent) return `is silent since ${beat_at}`
    const failed = Object.entries(checks).filter(([, { ok }]) => !ok)
    return `is not ready: ${failed.map(([name]) => name).join(', ')}`
  })
}

/** Picks the report that best explains why no process works; undefined if one does. */
function whyUnready(
  service: ServiceName,
  heartbeats: readonly Heartbeat[],
  describe: (one: Heartbeat) => string,
): string | undefined {
  const own = heartbeats.filter((one) => one.service === service)
  if (own.some(({ is_silent, status }) => !is_silent && status !== 'not_ready')) return undefined
  const found = own.find(({ is_silent }) => !is_silent) ?? own[0]
  return `${service} ${found === undefined ? 'does not run' : describe(found)}`
}
