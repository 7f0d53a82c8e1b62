import type { Clock } from '../../runtime/clock.ts'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { Log } from '../../runtime/log.ts'
import { RELEASE_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { tryWithAdvisoryLock } from '../../runtime/postgres/with-advisory-lock.ts'
import { Signal } from '../../runtime/signal.ts'
import { batchOf } from '../log/log-batch.ts'
import { applyBatch } from './apply-batch.ts'
import { readReadyEvents } from './deferred-events.ts'

/** Fans out deferred events as soon as the live read schema shows them. */
type DeferredReleaser = {
  start(): void
  stop(): Promise<void>
  /** Call it after deferring an event: the read schema may show it soon. */
  wake(): void
}

const AT_ONCE = 500
const MIN_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000

export function createDeferredReleaser(options: {
  readonly database: Database
  readonly codec: EventCodec
  readonly clock: Clock
  readonly log: Log
  readonly wake: (endpoint_ids: readonly number[]) => void
  /** The reason why nothing may be planned now (clocks/agreed-clock.ts). */
  readonly whyApart: () => string | undefined
}): DeferredReleaser {
  const { database, codec, clock, log, wake, whyApart } = options
  const woken = new Signal()
  let pause_ms = MIN_PAUSE_MS
  let isStopped = false
  let running: Promise<void> | undefined

  /**
   * Returns true if it has released an event. One dispatcher releases at a time, so that events of a key keep their
   * order.
   */
  async function release(): Promise<boolean> {
    let released = 0
    if (whyApart() !== undefined) return false
    // Usually nothing is deferred: check that first, without a lock.
    if ((await readReadyEvents(database, 1)).length === 0) return false
    await tryWithAdvisoryLock(database, RELEASE_LOCK, async () => {
      const records = await readReadyEvents(database, AT_ONCE)
      released = records.length
      const now = clock.now()
      const applied = await applyBatch(batchOf(records), { database, codec, now, moves_positions: false })
      if (applied === undefined) return
      if (applied.endpoint_ids.length > 0) wake(applied.endpoint_ids)
      log.debug({ released, deliveries: applied.deliveries }, 'deferred events fanned out')
    })
    return released > 0
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      const hasReleased = await release().catch((error: unknown) => {
        log.warn({ err: error }, 'could not fan out deferred events')
        return false
      })
      if (hasReleased) pause_ms = MIN_PAUSE_MS
      else {
        await woken.wait(pause_ms)
        pause_ms = Math.min(pause_ms * 2, MAX_PAUSE_MS)
      }
    }
  }

  return {
    start() {
      running = run()
    },
    async stop() {
      isStopped = true
      woken.notify()
      await running
    },
    wake() {
      pause_ms = MIN_PAUSE_MS
      woken.notify()
    },
  }
}
