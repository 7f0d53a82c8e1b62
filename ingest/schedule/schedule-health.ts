import type { Check } from '../../runtime/health/readiness.ts'

/**
 * A round starts due sources and runs the timers without waiting for sources. The next round follows within half a
 * minute.
 */
const ROUND_MS = 600_000

/** The schedule's report on its own rounds. */
export type ScheduleHealth = {
  /** Notes that a round has ended, and why it failed if it did. */
  roundEnded(failure?: unknown): void
  readonly checks: Readonly<Record<'rounds', Check>>
}

export function createScheduleHealth(now_ms: () => number = () => performance.now()): ScheduleHealth {
  let ended_ms = now_ms()
  let failure: string | undefined
  return {
    roundEnded(error) {
      ended_ms = now_ms()
      failure = error === undefined ? undefined : `the schedule could not be read: ${String(error)}`
    },
    checks: {
      async rounds() {
        if (failure !== undefined) return failure
        const since_ms = now_ms() - ended_ms
        return since_ms > ROUND_MS ? `no round for ${Math.round(since_ms / 1_000)} s` : undefined
      },
    },
  }
}
