import type { Clock } from '../../../runtime/clock.ts'

/** A clock that stands until it is moved. */
export type MovedClock = Clock & { set(time: string): void; advance(ms: number): void }

export function createMovedClock(time = '2026-06-01T12:00:00Z'): MovedClock {
  let now_ms = Date.parse(time)
  return {
    now: () => new Date(now_ms),
    set(next) {
      now_ms = Date.parse(next)
    },
    advance(ms) {
      now_ms += ms
    },
  }
}
