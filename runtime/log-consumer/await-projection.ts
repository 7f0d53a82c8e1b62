import type { LogRecord } from '../kafka/records/log-record.ts'
import { pause } from '../pause.ts'
import type { Database } from '../postgres/postgres.ts'
import { areProjected } from './visibility.ts'

/**
 * Waits a moment until the live read schema has read the messages. Messages that it has still not read are
 * deferred.
 */
export type AwaitProjection = (records: readonly LogRecord[]) => Promise<void>

const POLL_MS = 20
/** A projector that keeps up commits within a few tenths of a second. */
const PATIENCE_MS = 1_000

/** After a projector was late, no batch waits for it until it is on time again. */
export function createAwaitProjection(options: {
  readonly database: Database
  readonly signal: AbortSignal
}): AwaitProjection {
  const { database, signal } = options
  let patience_ms = PATIENCE_MS
  return async (records) => {
    if (records.length === 0) return
    const until_ms = performance.now() + patience_ms
    while (!(await areProjected(database, records))) {
      if (signal.aborted || performance.now() >= until_ms) {
        patience_ms = 0
        return
      }
      await pause(POLL_MS, signal)
    }
    patience_ms = PATIENCE_MS
  }
}
