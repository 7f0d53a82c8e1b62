import { Counter, type Registry } from 'prom-client'
import type { Log } from '../../runtime/log.ts'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import { SEARCH_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { tryWithAdvisoryLock } from '../../runtime/postgres/with-advisory-lock.ts'
import { Signal } from '../../runtime/signal.ts'
import { countWordsIfGrown } from './count-words.ts'
import { indexTexts } from './index-texts.ts'

const POLL_MS = 2_000
const AFTER_FAILURE_MS = 10_000
/** Texts in parallel, next to the projection of the log. */
const WORKERS = 2

export type SearchLoop = { stop(): Promise<void> }

/**
 * Indexes the texts that the live read schema names as they come, and counts the words of bills when their number has
 * grown. A failure never ends the projection.
 */
export function startSearchLoop(options: {
  readonly database: Database
  readonly objects: ObjectStore
  readonly log: Log
  readonly metrics: Registry
}): SearchLoop {
  const { database, objects, log, metrics } = options
  const stopped = new AbortController()
  const woken = new Signal()
  const texts = new Counter({
    name: 'legislog_search_texts_total',
    help: 'Texts of bills that were indexed, or failed',
    labelNames: ['outcome'],
    registers: [metrics],
  })

  async function look(): Promise<void> {
    await tryWithAdvisoryLock(database, SEARCH_LOCK, async () => {
      const signal = stopped.signal
      const { indexed, failed } = await indexTexts({ database, objects, workers: WORKERS, signal })
      texts.inc({ outcome: 'indexed' }, indexed)
      texts.inc({ outcome: 'failed' }, failed)
      if (failed > 0) log.warn({ failed }, 'could not read texts of bills; they are tried again')
      const counted = await countWordsIfGrown(database)
      if (counted.length > 0) log.info({ tables: counted }, 'counted words for the search')
    })
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      let wait_ms = POLL_MS
      try {
        await look()
      } catch (error) {
        if (stopped.signal.aborted) return
        wait_ms = AFTER_FAILURE_MS
        log.warn({ err: error }, 'could not index texts of bills; trying again')
      }
      if (!stopped.signal.aborted) await woken.wait(wait_ms)
    }
  }

  const done = run()
  return {
    async stop() {
      stopped.abort()
      woken.notify()
      await done
    },
  }
}
