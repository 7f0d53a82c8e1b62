import { availableParallelism } from 'node:os'
import type { RebuildOptions } from '../../projections/rebuild/rebuild-context.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createMetrics } from '../../runtime/metrics.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { showProgress } from '../output/progress.ts'
import { stopSignal } from '../process/until-stopped.ts'
import { emitReleases } from '../wiring/emit-releases.ts'
import { openContext } from './context.ts'

export type RebuildContext = Pick<
  RebuildOptions,
  | 'settings'
  | 'database'
  | 'kafka'
  | 'codec'
  | 'log'
  | 'clock'
  | 'metrics'
  | 'announce'
  | 'signal'
  | 'onProgress'
>

/** Dependencies of rebuild and rollback. The first Ctrl-C stops them at a point from which they can continue. */
export async function withRebuild<T>(name: string, work: (parts: RebuildContext) => Promise<T>): Promise<T> {
  const { settings, log } = await openContext({ name, needs: ['postgres', 'kafka'] })
  // Two sides of several tables are compared at once, and a snapshot stays open.
  const databasePool = Math.max(settings.database_pool, 2 * availableParallelism() + 4)
  const database = createDatabase(
    { ...settings, database_pool: databasePool },
    { application_name: `legislog ${name}` },
  )
  const signal = stopSignal(
    new LegislogError('stopped', `run legislog ${name} again: it continues from where it stopped`),
  )
  const progress = showProgress()
  try {
    const codec = await createEventCodec(settings, database)
    return await work({
      settings,
      database,
      log,
      codec,
      clock: systemClock,
      metrics: createMetrics(),
      kafka: createKafka(settings, `legislog-${name}`),
      announce: emitReleases(codec, settings),
      signal,
      onProgress({ phase, detail, is_done }) {
        if (is_done === true) progress.report(phase, detail, true)
        else progress.follow(phase, detail)
      },
    })
  } finally {
    progress.end()
    await database.end()
  }
}
