import type { Log } from '../../log.ts'
import type { Queryable } from '../../postgres/postgres.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Kafka } from '../client/kafka-client.ts'
import { createLogGuard } from './log-guard.ts'
import { readRelayedOffsets } from './relayed-offsets.ts'

/** Checks once that Kafka has the log of the database. Throws `log_behind`, `service_failed`. */
export async function requireIntactLog(options: {
  readonly settings: Settings
  readonly database: Queryable
  readonly kafka: Kafka
  readonly log: Log
}): Promise<void> {
  const guard = createLogGuard(options)
  try {
    await guard.checkEvents(await readRelayedOffsets(options.database))
  } finally {
    await guard.close()
  }
}
