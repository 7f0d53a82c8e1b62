import { type Projections, startProjections } from '../../../projections/service/start-projections.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../../runtime/log.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import { createDatabase, type Database } from '../../../runtime/postgres/postgres.ts'
import type { PostgresProxy } from '../faults/postgres-proxy.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { readRows } from '../stores/read-rows.ts'
import { createWholeService, type WholeService } from './whole-service.ts'

/** The sample, projected in batches of this many events, and its rows without any fault. */
export async function createUndisturbed(batchEvents: number): Promise<{
  readonly service: WholeService
  readonly events: number
  readonly rows: Map<string, unknown>
}> {
  const service = await createWholeService({ projector_batch_events: batchEvents })
  service.startRelay()
  await service.startProjections()
  await service.ingestSample()
  await service.caughtUp()
  const events = await projectedEvents(service.database, 'read_0001')
  return { service, events, rows: await readRows(service.database, 'read_0001') }
}

/** Projects the log of a service over a proxy: a projector that can be stopped at an exact moment. */
export async function projectBehind(
  service: WholeService,
  proxy: Pick<PostgresProxy, 'url'>,
  readSchema: string,
): Promise<Projections> {
  const settings = { ...service.settings, database_url: proxy.url }
  const database = createDatabase(settings)
  const projections = await startProjections({
    settings,
    database,
    kafka: createKafka(settings, 'legislog-test'),
    codec: service.codec,
    log: createLog('test', settings.log_level),
    clock: systemClock,
    metrics: createMetrics(),
    read_schema: readSchema,
  })
  cleanUp(() => projections.stop().then(() => database.end()))
  return projections
}

/** The number of applied events of a read schema, according to its positions. */
export async function projectedEvents(database: Database, readSchema: string): Promise<number> {
  const { rows } = await database.query<{ events: number }>(
    'SELECT coalesce(sum(next), 0)::bigint AS events FROM control.position WHERE read_schema = $1',
    [readSchema],
  )
  return rows[0]!.events
}
