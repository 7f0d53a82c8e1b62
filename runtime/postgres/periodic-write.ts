import type { Log } from '../log.ts'

export type PeriodicWrite = {
  /** Writes after the current write, if there is one. Rejects if it fails. */
  flush(): Promise<void>
  /** Writes once more; a failure is logged. */
  close(): Promise<void>
}

/**
 * Writes at intervals what was gathered in memory, one write at a time, so that callers do not wait. `write` keeps what
 * it could not write for the next time. It does not keep a process alive.
 */
export function startPeriodicWrite(options: {
  readonly write: () => Promise<void>
  readonly every_ms: number
  readonly log: Pick<Log, 'warn'>
  /** `write` logs its failures. */
  readonly failure: string
}): PeriodicWrite {
  const { write, every_ms, log, failure } = options
  let writing: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    // The caller of that write got its error.
    writing = writing.catch(() => {}).then(write)
    return writing
  }

  const flushOrWarn = () => flush().catch((error: unknown) => log.warn({ err: error }, failure))
  const timer = setInterval(() => void flushOrWarn(), every_ms)
  timer.unref()

  return {
    flush,
    async close() {
      clearInterval(timer)
      await flushOrWarn()
    },
  }
}
