import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { pause } from '../../runtime/pause.ts'
import { PURGE_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import { readEarlierClock } from '../../runtime/postgres/earlier-clock.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { tryWithAdvisoryLock } from '../../runtime/postgres/with-advisory-lock.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { stepReplay } from '../replay/replay-step.ts'
import type { Wake } from '../wake/waker.ts'
import { expireEndpoints } from './expire-endpoints.ts'
import { cutoffsAt, removeOld } from './retention.ts'

/** The work of a dispatcher besides sending. */
type UpkeepLoop = {
  start(): void
  stop(): Promise<void>
  /** Does a step of every due replay. */
  replay(): Promise<void>
  /** Deletes expired rows. false if another process does so. */
  clean(): Promise<boolean>
}

const REPLAY_PERIOD_MS = 1_000
const PURGE_PERIOD_MS = 600_000

/** Any number of processes may run it: each replay is locked by one of them, and one at a time cleans up. */
export function createUpkeepLoop(options: {
  database: Database
  settings: Pick<Settings, 'webhook_attempt_keep_days' | 'webhook_body_keep_days'>
  clock: Clock
  log: Log
  wake: Wake
  /** The reason why nothing may be planned now (clocks/agreed-clock.ts). */
  whyApart?: () => string | undefined
}): UpkeepLoop {
  const { database, settings, clock, log, wake, whyApart } = options
  const stopping = new AbortController()
  let running: Promise<unknown> | undefined

  async function replay(): Promise<void> {
    while (!stopping.signal.aborted && whyApart?.() === undefined) {
      const step = await stepReplay(database, clock.now())
      if (step === undefined) return
      if (step.queued > 0) wake([step.endpoint_id])
    }
  }

  async function clean(): Promise<boolean> {
    return tryWithAdvisoryLock(database, PURGE_LOCK, async () => {
      const now = await readEarlierClock(database, clock)
      await expireEndpoints(database, now)
      const removed = await removeOld(database, cutoffsAt(now, settings), () => stopping.signal.aborted)
      if (Object.values(removed).some((count) => count > 0)) log.info(removed, 'purged expired webhooks')
    })
  }

  async function every(period_ms: number, what: string, work: () => Promise<unknown>): Promise<void> {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => log.warn({ err: error }, what))
      await pause(period_ms, stopping.signal)
    }
  }

  return {
    replay,
    clean,
    start() {
      running = Promise.all([
        every(REPLAY_PERIOD_MS, 'could not replay webhooks', replay),
        every(PURGE_PERIOD_MS, 'could not purge expired webhooks', clean),
      ])
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
