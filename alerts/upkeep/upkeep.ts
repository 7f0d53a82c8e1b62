import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { pause } from '../../runtime/pause.ts'
import { readEarlierClock } from '../../runtime/postgres/earlier-clock.ts'
import { writeDue } from '../digest/digest-loop.ts'
import type { DigestParts } from '../digest/take-digest.ts'
import type { RestoreCheck } from '../hold/restore-check.ts'
import { removeOld } from './retention.ts'

const DIGEST_PERIOD_MS = 5_000
const RETENTION_PERIOD_MS = 3_600_000

/** Writes the digests that are due, and deletes what is old. */
export function createUpkeep(
  options: DigestParts & {
    readonly clock: Clock
    readonly log: Log
    readonly keep_days: number
    readonly restore: RestoreCheck
    readonly onDigest: () => void
  },
): { start(): void; stop(): Promise<void> } {
  const { database, clock, log, keep_days, restore } = options
  const stopping = new AbortController()
  let running: Promise<unknown> | undefined

  async function write(): Promise<void> {
    await restore.check()
    await writeDue({ ...options, isStopping: () => stopping.signal.aborted })
  }

  async function clean(): Promise<void> {
    const removed = await removeOld(database, keep_days, await readEarlierClock(database, clock))
    if (Object.values(removed).some((count) => count > 0)) log.info(removed, 'old digests were deleted')
  }

  async function every(period_ms: number, what: string, work: () => Promise<unknown>): Promise<void> {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => log.warn({ err: error }, what))
      await pause(period_ms, stopping.signal)
    }
  }

  return {
    start() {
      running = Promise.all([
        every(DIGEST_PERIOD_MS, 'could not write digests', write),
        every(RETENTION_PERIOD_MS, 'could not delete old digests', clean),
      ])
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
