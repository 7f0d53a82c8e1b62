import type { Log } from '../log.ts'
import { Signal } from '../signal.ts'

/** Repeats the release of deferred messages: soon after some were released or deferred, and more rarely otherwise. */
export type ReleaseLoop = {
  start(): void
  stop(): Promise<void>
  /** Call it after deferring a message: the read schema may show it soon. */
  wake(): void
}

const MIN_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000

export function createReleaseLoop(options: {
  /** Returns true if it has released a message. */
  readonly release: () => Promise<boolean>
  readonly log: Log
}): ReleaseLoop {
  const { release, log } = options
  const woken = new Signal()
  let pause_ms = MIN_PAUSE_MS
  let isStopped = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (!isStopped) {
      const hasReleased = await release().catch((error: unknown) => {
        log.warn({ err: error }, 'could not release deferred events')
        return false
      })
      if (hasReleased) pause_ms = MIN_PAUSE_MS
      else {
        await woken.wait(pause_ms)
        pause_ms = Math.min(pause_ms * 2, MAX_PAUSE_MS)
      }
    }
  }

  return {
    start() {
      running = run()
    },
    async stop() {
      isStopped = true
      woken.notify()
      await running
    },
    wake() {
      pause_ms = MIN_PAUSE_MS
      woken.notify()
    },
  }
}
