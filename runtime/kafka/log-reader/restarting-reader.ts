import type { LogReader } from './log-reader.ts'

/**
 * A reader that starts again after a halt, for a service that has other work too. `resync` opens a new reader, which
 * also halts if the log is still wrong. No batch may be in progress between a halt and `resync`.
 */
export function createRestartingReader(open: () => LogReader): LogReader {
  let reader = open()
  let isStopped = false
  return {
    start: () => reader.start(),
    next: (options) => reader.next(options),
    isCurrent: (epoch) => reader.isCurrent(epoch),
    async resync() {
      if (reader.health().state !== 'halted') return reader.resync()
      await reader.stop()
      if (isStopped) return
      reader = open()
      await reader.start()
    },
    commit: (batch) => reader.commit(batch),
    pause: () => reader.pause(),
    resume: () => reader.resume(),
    assigned: () => reader.assigned(),
    async stop() {
      isStopped = true
      await reader.stop()
    },
    health: () => reader.health(),
  }
}
