import { pause } from '../../../runtime/pause.ts'
import type { Child } from './service-process.ts'

export type Kept = {
  /** How often the process has ended by itself, and was started again. */
  ends(): number
  stop(): Promise<void>
}

const PAUSE_MS = 1_000

/** Starts a process, and starts it again a second after it has ended, until `stop`. */
export function keepRunning(start: () => Child): Kept {
  const stopping = new AbortController()
  const { signal } = stopping
  let child = start()
  let ends = 0
  const running = (async () => {
    for (;;) {
      await child.ended
      if (signal.aborted) return
      ends += 1
      await pause(PAUSE_MS, signal)
      if (signal.aborted) return
      child = start()
    }
  })()
  return {
    ends: () => ends,
    async stop() {
      stopping.abort()
      child.kill('SIGTERM')
      await running
    },
  }
}
