import type { Registry } from 'prom-client'
import { startModelWorker } from '../../derive/model/queue/start-model-worker.ts'
import { createDeriver } from '../../derive/results/create-deriver.ts'
import { readVersionText } from '../../derive/text/read-version-text.ts'
import type { ThreadPool } from '../../derive/threads/thread-pool.ts'
import { requestDerivation } from '../../ingest/derivations/request-derivation.ts'
import { systemClock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { modelTexts, type RequestTaker, startRequestTaker } from './take-requests.ts'

/**
 * Starts what `legislog derive` does with a model: it asks about bills, and its texts become events. undefined without
 * MODEL_URL. Sections come from `pool`, which the caller closes.
 */
export function startModelService(parts: {
  readonly settings: Settings
  readonly database: Database
  readonly objects: ObjectStore
  readonly pool: ThreadPool
  readonly metrics: Registry
  readonly log: Log
}): RequestTaker | undefined {
  const { settings, database, objects, pool, metrics, log } = parts
  if (settings.model_url === '') return undefined
  const deriver = createDeriver({ objects, database, pool, log, metrics })
  const worker = startModelWorker({
    settings,
    database,
    metrics,
    log,
    clock: systemClock,
    readText: (reference) => readVersionText(objects, reference),
    readSections: async (text) => (await deriver.derive('sections', { text })).result,
    recordDerivation: requestDerivation,
  })
  const taker = startRequestTaker({ settings, database, log, requests: modelTexts })
  return {
    error: taker.error,
    async stop() {
      await Promise.all([worker?.stop(), taker.stop()])
    },
  }
}
