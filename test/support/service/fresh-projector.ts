import { type Projections, startProjections } from '../../../projections/service/start-projections.ts'
import { type Clock, systemClock } from '../../../runtime/clock.ts'
import { createEventCodec } from '../../../runtime/events/event-codec.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../../runtime/log.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import { cleanUp } from '../harness/clean-up.ts'
import type { WholeService } from './whole-service.ts'

/** Projects like a newly started process, which knows only the data of the database. */
export async function startFreshProjector(
  { database, settings }: WholeService,
  readSchema: string,
  clock: Clock = systemClock,
): Promise<Projections> {
  const projections = await startProjections({
    settings,
    database,
    read_schema: readSchema,
    kafka: createKafka(settings, 'legislog-test'),
    codec: await createEventCodec(settings, database, clock),
    log: createLog('test', settings.log_level),
    clock,
    metrics: createMetrics(),
  })
  cleanUp(() => projections.stop())
  return projections
}
