import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Result } from './result.ts'
import { writeResults } from './write-results.ts'

export type ResultBatcher = {
  /** Accepts a result, also while it stops. The promise resolves when the result is committed, or dropped on stop. */
  write(result: Result): Promise<void>
  /**
   * Resolves when all earlier results are written. Results that Postgres does not take within a few seconds, or at the
   * first try after them, are dropped. Another process sends these deliveries again under their keys.
   */
  stop(): Promise<void>
}

const wordOf = { disable: 'endpoint disabled', warn: 'endpoint keeps failing' } as const
const MAX_BATCH_RESULTS = 1_000
const PAUSE_MS = 500
/** Time for which a stopping process waits for Postgres. */
const GRACE_MS = 5_000

/**
 * Commits results of all endpoints together: while one transaction runs, the next results gather. So little is
 * unwritten when a process dies, and transactions grow with the load.
 */
export function createResultBatcher(options: { database: Database; clock: Clock; log: Log }): ResultBatcher {
  const { database, clock, log } = options
  let waiting: { result: Result; done: () => void }[] = []
  let flushing: Promise<void> | undefined
  let give_up_ms = Number.POSITIVE_INFINITY

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH_RESULTS)
      waiting = waiting.slice(MAX_BATCH_RESULTS)
      await commit(batch.map(({ result }) => result))
      for (const { done } of batch) done()
    }
    flushing = undefined
  }

  /** Retries until it succeeds: an unwritten success would be sent again. */
  async function commit(results: readonly Result[]): Promise<void> {
    for (let again = false; ; again = true) {
      try {
        const verdicts = await writeResults(database, results, clock.now(), { again })
        for (const verdict of verdicts) log.warn(verdict, wordOf[verdict.action])
        return
      } catch (error) {
        const isLast = performance.now() > give_up_ms
        const what = isLast ? 'dropped results: their deliveries are sent again' : 'could not write results'
        log.warn({ err: error, results: results.length }, what)
        if (isLast) return
        await sleep(PAUSE_MS)
      }
    }
  }

  return {
    write(result) {
      return new Promise((done) => {
        waiting.push({ result, done })
        flushing ??= Promise.resolve().then(flush)
      })
    },
    async stop() {
      give_up_ms = performance.now() + GRACE_MS
      await flushing
    },
  }
}
