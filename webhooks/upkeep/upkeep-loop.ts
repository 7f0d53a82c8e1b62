import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { pause } from '../../runtime/pause.ts'
import { PURGE_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import { readEarlierClock } from '../../runtime/postgres/earlier-clock.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { tryWithAdvisoryLock } from '../../runtime/postgres/with-advisory-lock.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { Wake } from '../delivery/wake-queue.ts'
import { stepReplay } from '../replay/replay-step.ts'
import { expireEndpoints } from './expire-endpoints.ts'
import { cutoffsAt, removeOld } from './retention.ts'

/** What a dispatcher does beside sending. */
export type UpkeepLoop = {
  start(): void
  stop(): Promise<void>
  /** Takes every replay on that is due now. */
  replay(): Promise<void>
  /** Lets go what was kept for long enough; false where another process does. */
  clean(): Promise<boolean>
}

const REPLAY_PERIOD_MS = 1_000
const PURGE_PERIOD_MS = 600_000

/** Any number of processes may run it: a replay is a row that one of them locks, and one at a time cleans. */
export function createUpkeepLoop(options: {
  database: Database
  settings: Pick<Settings, 'webhook_attempt_keep_days' | 'webhook_body_keep_days'>
  clock: Clock
  log: Log
  wake: Wake
  /** Why nothing may be planned now (clocks/agreed-clock.ts). */
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
      if (Object.values(removed).some((count) => count > 0)) log.info(removed, 'old webhooks let go')
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
        every(REPLAY_PERIOD_MS, 'webhooks not replayed', replay),
        every(PURGE_PERIOD_MS, 'old webhooks not let go', clean),
      ])
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
