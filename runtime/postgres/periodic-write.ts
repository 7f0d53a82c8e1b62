import type { Log } from '../log.ts'

export type PeriodicWrite = {
  /** After the write at hand, if there is one. Rejects where it could not be done. */
  flush(): Promise<void>
  /** Writes once more; a failure is logged. */
  close(): Promise<void>
}

/**
 * Writes what was gathered in memory every so often, one write at a time: nobody who adds to it waits. What could not be
 * written `write` keeps for the next time. Does not keep a process alive.
 */
export function startPeriodicWrite(options: {
  readonly write: () => Promise<void>
  readonly every_ms: number
  readonly log: Pick<Log, 'warn'>
  /** Logged where it fails. */
  readonly failure: string
}): PeriodicWrite {
  const { write, every_ms, log, failure } = options
  let writing: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    // The caller of that write got its error.
    writing = writing.catch(() => {}).then(write)
    return writing
  }

  const flushOrTell = () => flush().catch((error: unknown) => log.warn({ err: error }, failure))
  const timer = setInterval(() => void flushOrTell(), every_ms)
  timer.unref()

  return {
    flush,
    async close() {
      clearInterval(timer)
      await flushOrTell()
    },
  }
}
