import { type RecoverOptions, type RecoverReport, recoverIngest } from '../../../ingest/recover/recover.ts'
import { createPublisher } from '../../../ingest/relay/publisher.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../../runtime/log.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { withLogSource } from '../log/log-sources.ts'
import type { WholeService } from './whole-service.ts'

/** Acts like `legislog ingest recover` for a service with the Kafka of these settings. */
export function recoverInto(
  settings: Settings,
  { database, codec }: Pick<WholeService, 'database' | 'codec'>,
  options: Partial<RecoverOptions> = {},
): Promise<RecoverReport> {
  return withLogSource(settings, async (source) => {
    const publisher = createPublisher(settings, createKafka(settings, 'legislog-test'))
    const log = createLog('test', 'silent')
    const operator = { settings, database, codec, log, clock: systemClock }
    try {
      return await recoverIngest({ database, codec, source, publisher, operator, ...options })
    } finally {
      await publisher.close()
    }
  })
}
