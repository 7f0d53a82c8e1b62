import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { pause } from '../../runtime/pause.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'

/**
 * The time of a dispatcher: the host's time when it last agreed with the database's, plus the time that has passed
 * since. If the host's clock jumps, nothing is planned for a wrong time, not even for attempts under way.
 */
export type AgreedClock = {
  readonly clock: Clock
  /** The reason why nothing is sent or planned now. undefined if the clocks agree. */
  whyApart(): string | undefined
  /** Resolves when the clocks agree, or when the signal aborts. */
  untilAgreed(signal: AbortSignal): Promise<void>
  /** Compares the clocks now. The dispatcher also does so every second. */
  compare(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const PERIOD_MS = 1_000
const LOOK_MS = 100
const NOT_COMPARED = 'the time of the database is not known yet'

export function createAgreedClock(options: {
  database: Queryable
  clock: Clock
  tolerance_s: number
  log: Log
}): AgreedClock {
  const { database, clock: host, tolerance_s, log } = options
  const stopping = new AbortController()
  let agreed: { readonly host_ms: number; readonly at_ms: number } | undefined
  let apart: string | undefined = NOT_COMPARED
  let running: Promise<void> | undefined

  async function compare(): Promise<void> {
    const host_ms = host.now().getTime()
    const at_ms = performance.now()
    const { rows } = await database.query<{ at: string }>('SELECT clock_timestamp() AS at')
    const databaseAt = rows[0]!.at
    // A slow answer does not count as a difference. The next comparison sees a jump that happened meanwhile.
    const reason = describeClocksApart({
      host_ms,
      database_at: databaseAt,
      took_ms: performance.now() - at_ms,
      tolerance_s,
    })
    if (reason === undefined) agreed = { host_ms, at_ms }
    if (reason !== undefined && (apart === undefined || apart === NOT_COMPARED))
      log.error({ code: 'clock_ahead' }, reason)
    if (reason === undefined && apart !== undefined && apart !== NOT_COMPARED)
      log.info('the clocks agree again: sending webhooks')
    apart = reason
  }

  async function compareOrWarn(): Promise<void> {
    await compare().catch((error: unknown) => log.warn({ err: error }, 'could not compare the clocks'))
  }

  async function run(): Promise<void> {
    const { signal } = stopping
    while (!signal.aborted) {
      await pause(PERIOD_MS, signal)
      if (!signal.aborted) await compareOrWarn()
    }
  }

  return {
    clock: {
      now: () =>
        agreed === undefined ? host.now() : new Date(agreed.host_ms + performance.now() - agreed.at_ms),
    },
    whyApart: () => apart,
    async untilAgreed(signal) {
      while (apart !== undefined && !signal.aborted) await pause(LOOK_MS, signal)
    },
    compare,
    async start() {
      await compareOrWarn()
      running = run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

function describeClocksApart(seen: {
  readonly host_ms: number
  readonly database_at: string
  readonly took_ms: number
  readonly tolerance_s: number
}): string | undefined {
  const { host_ms, database_at, took_ms, tolerance_s } = seen
  const ahead_ms = Date.parse(database_at) - host_ms
  if (ahead_ms >= -tolerance_s * 1000 && ahead_ms <= took_ms + tolerance_s * 1000) return undefined
  return (
    `this host says that it is ${new Date(host_ms).toISOString()}, and the database ${database_at}: ` +
    `no webhook is sent or planned until they differ by ${tolerance_s} s at most. Set the wrong clock`
  )
}
