import type { Clock } from '../../../runtime/clock.ts'

/** A clock that moves only by hand. */
export type ManualClock = Clock & { set(time: string): void; advance(ms: number): void }

export function createManualClock(start = '2026-03-02T09:00:00.000Z'): ManualClock {
  let now_ms = Date.parse(start)
  return {
    now: () => new Date(now_ms),
    set(time) {
      now_ms = Date.parse(time)
    },
    advance(ms) {
      now_ms += ms
    },
  }
}
