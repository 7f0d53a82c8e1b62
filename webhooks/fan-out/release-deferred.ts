import type { Clock } from '../../runtime/clock.ts'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { Log } from '../../runtime/log.ts'
import { readReady } from '../../runtime/log-consumer/deferred-records.ts'
import { batchOf } from '../../runtime/log-consumer/record-batch.ts'
import { createReleaseLoop, type ReleaseLoop } from '../../runtime/log-consumer/release-loop.ts'
import { RELEASE_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { tryWithAdvisoryLock } from '../../runtime/postgres/with-advisory-lock.ts'
import { applyBatch } from './apply-batch.ts'

const AT_ONCE = 500

/** Fans out deferred events as soon as the live read schema shows them. */
export function createDeferredReleaser(options: {
  readonly database: Database
  readonly codec: EventCodec
  readonly clock: Clock
  readonly log: Log
  readonly wake: (endpoint_ids: readonly number[]) => void
  /** The reason why nothing may be planned now (clocks/agreed-clock.ts). */
  readonly whyApart: () => string | undefined
}): ReleaseLoop {
  const { database, codec, clock, log, wake, whyApart } = options
  /**
   * Returns true if it has released an event. One dispatcher releases at a time, so that events of a key keep their
   * order.
   */
  async function release(): Promise<boolean> {
    let released = 0
    if (whyApart() !== undefined) return false
    // Usually nothing is deferred: check that first, without a lock.
    if ((await readReady(database, 'webhook', 1)).length === 0) return false
    await tryWithAdvisoryLock(database, RELEASE_LOCK, async () => {
      const records = await readReady(database, 'webhook', AT_ONCE)
      released = records.length
      const now = clock.now()
      const applied = await applyBatch(batchOf(records), { database, codec, now, moves_positions: false })
      if (applied === undefined) return
      if (applied.endpoint_ids.length > 0) wake(applied.endpoint_ids)
      log.debug({ released, deliveries: applied.deliveries }, 'deferred events fanned out')
    })
    return released > 0
  }

  return createReleaseLoop({ release, log })
}
