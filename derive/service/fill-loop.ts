import type { Log } from '../../runtime/log.ts'
import { Signal } from '../../runtime/signal.ts'

const POLL_MS = 2_000
const AFTER_FAILURE_MS = 10_000

export type LoopHealth = {
  /** null unless another process does the work, so that this one waits. */
  readonly waits_for: 'another process' | null
  readonly error: string | null
}

export type FillLoop = {
  health(): LoopHealth
  /** The work gets the order to end at once. */
  stop(): Promise<void>
}

/** Fills what is missing, again and again. A failure is logged, and the work is tried again. */
export function startFillLoop(options: {
  /** Gives false if another process does the work. */
  readonly fill: (signal: AbortSignal) => Promise<boolean>
  readonly log: Log
  /** Logged after a failure. */
  readonly failed: string
  readonly poll_ms?: number | undefined
}): FillLoop {
  const { fill, log, failed, poll_ms = POLL_MS } = options
  const stopped = new AbortController()
  const woken = new Signal()
  let [isOther, failure]: [boolean, string | null] = [false, null]

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      let wait_ms = poll_ms
      try {
        isOther = !(await fill(stopped.signal))
        failure = null
      } catch (error) {
        if (stopped.signal.aborted) return
        wait_ms = AFTER_FAILURE_MS
        failure = error instanceof Error ? error.message : String(error)
        log.warn({ err: error }, failed)
      }
      if (!stopped.signal.aborted) await woken.wait(wait_ms)
    }
  }

  const done = run()
  return {
    health: () => ({ waits_for: isOther ? 'another process' : null, error: failure }),
    async stop() {
      stopped.abort()
      woken.notify()
      await done
    },
  }
}
