import { createDelayCounter, type Delayed } from '../../runtime/delays/delay-counter.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import { UnseenEvents } from './unseen-events.ts'
import type { Watermark } from './watermark.ts'

/** Counts how long live events take from their record until readers of changes see them: control.delay_count. */
type VisibleDelays = {
  /** Adds committed events before the watermark moves. */
  add(newEvents: readonly LogEvent[]): void
  onMoved(moved: Watermark): void
  close(): Promise<void>
}

/**
 * Counts only for a read schema that was live before and after the move: after a switch, the previous one already
 * showed the events. Events that are older than the rows were reported before the rebuild, so it is unknown whether a
 * reader had seen them.
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
 * Parked events were invisible until a retry applied them, so their delay ends then. `now_ms` and `created_at` belong
 * to the live read schema.
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

/** The jurisdiction of events of bills, votes and regulations, if they name it. A release contains nothing new. */
export function jurisdictionOf({ body }: LogEvent): string | undefined {
  if ('bill' in body) return body.bill.jurisdiction
  return 'regulation' in body ? body.regulation.jurisdiction : undefined
}
