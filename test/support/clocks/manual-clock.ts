import type { Clock } from '../../../runtime/clock.ts'

export type ManualClock = Clock & { advance(ms: number): void }

/** A clock that moves only by hand. */
export function createManualClock(start = '2026-03-02T09:00:00.000Z'): ManualClock {
  let now_ms = Date.parse(start)
  return {
    now: () => new Date(now_ms),
    advance(ms) {
      now_ms += ms
    },
  }
}
