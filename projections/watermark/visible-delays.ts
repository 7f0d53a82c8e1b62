import { createDelayCounter, type Delayed } from '../../runtime/delays/delay-counter.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import { UnseenEvents } from './unseen-events.ts'
import type { Watermark } from './watermark.ts'

/** How long live events take from their record until readers of changes see them: control.delay_count. */
export type VisibleDelays = {
  /** News that was committed, before the watermark is moved. */
  add(newEvents: readonly LogEvent[]): void
  onMoved(moved: Watermark): void
  close(): Promise<void>
}

/**
 * Counts for the live read schema alone, as it stood before and after the move: what another one shows after it took its
 * place was seen in the one before. What is older than the rows was told before they were made anew: nobody knows whether a
 * reader had seen it.
 */
export function createVisibleDelays(options: {
  readonly database: Database
  readonly log: Pick<Log, 'warn'>
}): VisibleDelays {
  const counter = createDelayCounter({ ...options, target: 'api' })
  const unseen = new UnseenEvents()
  let wasLive = true
  return {
    add(events) {
      for (const event of events) {
        const jurisdiction = jurisdictionOf(event)
        if (jurisdiction !== undefined) unseen.add(jurisdiction, event.meta.recorded_at)
      }
    },
    onMoved({ watermark, seen_ms, is_live, created_at }) {
      const seen = unseen.take(watermark)
      const counts = is_live && wasLive
      wasLive = is_live
      if (!counts) return
      const since_ms = Date.parse(created_at)
      for (const { jurisdiction, first_ms, events } of seen) {
        if (first_ms < since_ms) continue
        counter.count({ jurisdiction, at_ms: seen_ms, delay_ms: seen_ms - first_ms, events })
      }
    },
    close: counter.close,
  }
}

/**
 * What was parked was seen by nobody until it was applied: it counts as late as that. `now_ms` and `created_at` are of the
 * live read schema.
 */
export function delaysOfParked(
  events: readonly LogEvent[],
  live: { readonly now_ms: number; readonly created_at: string },
): Delayed[] {
  return events.flatMap((event) => {
    const { backfill, recorded_at } = event.meta
    const jurisdiction = jurisdictionOf(event)
    if (backfill || jurisdiction === undefined || recorded_at < live.created_at) return []
    const delay_ms = live.now_ms - Date.parse(recorded_at)
    return [{ jurisdiction, at_ms: live.now_ms, delay_ms, events: 1 }]
  })
}

/** Of bills, votes and regulations, where the event names it. What tells of a release says nothing new. */
export function jurisdictionOf({ body }: LogEvent): string | undefined {
  if ('bill' in body) return body.bill.jurisdiction
  return 'regulation' in body ? body.regulation.jurisdiction : undefined
}
