import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Result } from './result.ts'
import { writeResults } from './write-results.ts'

export type ResultBatcher = {
  /** Takes a result, also while it stops; the promise is kept when it is committed, or given up on stop. */
  write(result: Result): Promise<void>
  /**
   * Resolves when nothing is left of what was given before. What Postgres does not take within a few seconds, or at the
   * first try after them, is given up: whoever is next sends it again under its key.
   */
  stop(): Promise<void>
}

const wordOf = { disable: 'endpoint switched off', warn: 'endpoint keeps failing' } as const
const MAX_BATCH_RESULTS = 1_000
const PAUSE_MS = 500
/** How long a process that stops waits for a Postgres that is away. */
const GRACE_MS = 5_000

/**
 * Commits results of all endpoints together: while one transaction is under way the next results gather. Little is
 * unwritten when a process dies, and each transaction carries as much as the load asks for.
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

  /** Tried until it holds: an unwritten success would be sent again. */
  async function commit(results: readonly Result[]): Promise<void> {
    for (let again = false; ; again = true) {
      try {
        const verdicts = await writeResults(database, results, clock.now(), { again })
        for (const verdict of verdicts) log.warn(verdict, wordOf[verdict.action])
        return
      } catch (error) {
        const isLast = performance.now() > give_up_ms
        const what = isLast ? 'results given up: their deliveries are sent again' : 'results not written'
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
