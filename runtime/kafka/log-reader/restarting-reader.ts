import type { LogReader } from './log-reader.ts'

/**
 * A reader that begins again after it has halted, for a service that has other work than to read: `resync` opens another one
 * in its place, which halts too if the log is still not right. Between a halt and `resync` nothing must be in hand.
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
