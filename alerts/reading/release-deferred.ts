import type { Clock } from '../../runtime/clock.ts'
import { readReady } from '../../runtime/log-consumer/deferred-records.ts'
import { batchOf } from '../../runtime/log-consumer/record-batch.ts'
import { ALERT_RELEASE_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import { tryWithAdvisoryLock } from '../../runtime/postgres/with-advisory-lock.ts'
import { applyBatch, type ReadingParts } from './apply-batch.ts'

const AT_ONCE = 500

/**
 * Applies deferred events that the live read schema shows now. One process does it at a time, so that events of a key keep
 * their order. Returns true if there were any.
 */
export async function releaseDeferred(
  parts: ReadingParts & { readonly clock: Clock; readonly onItems?: (count: number) => void },
): Promise<boolean> {
  const { database, clock, onItems } = parts
  // Usually nothing is deferred: check that first, without a lock.
  if ((await readReady(database, 'alerts', 1)).length === 0) return false
  let released = 0
  await tryWithAdvisoryLock(database, ALERT_RELEASE_LOCK, async () => {
    const records = await readReady(database, 'alerts', AT_ONCE)
    released = records.length
    const applied = await applyBatch(batchOf(records), { ...parts, now: clock.now(), moves_positions: false })
    onItems?.(applied?.items ?? 0)
  })
  return released > 0
}
