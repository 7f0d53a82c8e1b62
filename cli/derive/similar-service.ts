import type { Registry } from 'prom-client'
import { type FillLoop, startFillLoop } from '../../derive/service/fill-loop.ts'
import { createSimilarFiller } from '../../derive/similar/service/similar-filler.ts'
import { createSimilarMetrics } from '../../derive/similar/service/similar-metrics.ts'
import { systemClock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'

/** Starts the part of `legislog derive` that makes the lists of similar bills, with the model of the settings. */
export function startSimilarService(parts: {
  readonly settings: Settings
  readonly database: Database
  readonly metrics: Registry
  readonly log: Log
}): FillLoop {
  const { settings, database, metrics, log } = parts
  const filler = createSimilarFiller({ settings, database, clock: systemClock })
  const counted = createSimilarMetrics(metrics)
  const loop = startFillLoop({
    log,
    failed: 'could not make lists of similar bills; trying again',
    fill: (signal) => filler.fill(signal, counted),
  })
  return {
    health: loop.health,
    async stop() {
      await loop.stop()
      await filler.close()
    },
  }
}
