import { availableParallelism } from 'node:os'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { Positions } from './catch-up/catch-up.ts'
import { buildIndexes } from './indexes/build-indexes.ts'
import { loadReadSchema } from './load/load.ts'
import type { LoadReport } from './load/load-progress.ts'
import { describeEvents } from './progress/pace.ts'
import { describeTasks } from './progress/task-tracker.ts'
import type { RebuildContext } from './rebuild-context.ts'

/** The end offsets of a rebuild's load. */
export const spansOf = ({ record }: Pick<RebuildContext, 'record'>): Positions =>
  new Map(Object.entries(record.spans).map(([place, next]) => [place, BigInt(next)]))

const workersOf = ({ rebuild_workers }: Settings): number => rebuild_workers || availableParallelism()

/** Loads the log into the empty tables. */
export function loadAll(context: RebuildContext): Promise<LoadReport> {
  const { settings, log, signal, record, report } = context
  return loadReadSchema({
    settings,
    log,
    signal,
    read_schema: record.read_schema,
    until: spansOf(context),
    workers: workersOf(settings),
    onProgress: (progress) => report(describeEvents(progress)),
  })
}

/**
 * Builds the missing keys and indexes, and statistics. Postgres does all the work without yielding to readers of the
 * live read schema, so one core is left to them.
 */
export async function indexAll(context: RebuildContext): Promise<void> {
  const { settings, database, log, signal, record, report } = context
  const isServed = (await liveReadSchema(database)) !== undefined
  await buildIndexes({
    settings,
    log,
    signal,
    read_schema: record.read_schema,
    workers: Math.max(1, workersOf(settings) - (isServed ? 1 : 0)),
    onProgress: (progress) => report(describeTasks('indexes', progress)),
  })
}
