import type { OperatorOptions } from '../emit/operator.ts'

export type TimerContext = OperatorOptions & {
  /** Called before each run. Throws if no run may begin now. */
  readonly beforeRun?: () => Promise<void>
}

/** Work that starts by the clock and not by a source, such as closing a comment period. */
export type Timer = {
  readonly name: string
  readonly interval_s: number
  /** Idempotent: a second run has no further effect. Gives the amount of work done. */
  readonly run: (context: TimerContext) => Promise<number>
}
