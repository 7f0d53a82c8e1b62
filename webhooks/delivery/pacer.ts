import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../runtime/clock.ts'

/** Limits a rate evenly: no burst follows a pause. */
export type Pacer = {
  /** Resolves when the next request may start. */
  turn(): Promise<void>
  last_at(): Date | undefined
}

export type Pause = (ms: number) => Promise<unknown>

export function createPacer(options: {
  per_s: number
  last_at: Date | undefined
  clock: Clock
  pause?: Pause
}): Pacer {
  const { clock, pause = sleep } = options
  const gap_ms = 1_000 / options.per_s
  let last_ms = options.last_at?.getTime() ?? Number.NEGATIVE_INFINITY
  return {
    async turn() {
      const now_ms = clock.now().getTime()
      last_ms = Math.max(now_ms, last_ms + gap_ms)
      const wait_ms = last_ms - now_ms
      if (wait_ms > 0) await pause(Math.ceil(wait_ms))
    },
    last_at: () => (Number.isFinite(last_ms) ? new Date(last_ms) : undefined),
  }
}
