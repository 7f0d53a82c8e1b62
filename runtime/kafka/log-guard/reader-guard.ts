import type { LegislogError } from '../../../schemas/errors.ts'
import type { Log } from '../../log.ts'
import type { Queryable } from '../../postgres/postgres.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Kafka } from '../client/kafka-client.ts'
import type { TopicPartition } from '../client/log-position.ts'
import { clearLogFaults, recordLogFault } from './log-faults.ts'
import { createLogGuard } from './log-guard.ts'
import { readRelayedOffsets } from './relayed-offsets.ts'

/** A reader of the log checks it here before it continues, and stores here why it does not. */
export type ReaderGuard = {
  /** Throws `log_behind`, like LogGuard, for everything that was relayed so far. */
  checkEnds(): Promise<void>
  checkEvents(): Promise<void>
  /** The reader halts over these partitions. A failure is logged and nothing else. */
  noteFault(places: readonly TopicPartition[], error: LegislogError): Promise<void>
  /** The reader continues with these partitions. */
  clearFaults(places: readonly TopicPartition[]): Promise<void>
  close(): Promise<void>
}

/** `noticed_by` names the reader that halts, in `control.log_fault`. */
export function createReaderGuard(options: {
  readonly settings: Settings
  readonly kafka: Kafka
  readonly database: Queryable
  readonly log: Log
  readonly noticed_by: string
}): ReaderGuard {
  const { database, noticed_by, log } = options
  const guard = createLogGuard(options)
  return {
    checkEnds: async () => guard.checkEnds(await readRelayedOffsets(database)),
    checkEvents: async () => guard.checkEvents(await readRelayedOffsets(database)),
    noteFault: (partitions, error) =>
      recordLogFault(database, noticed_by, partitions, error).catch((cause) => {
        log.warn({ err: cause }, 'why the log reader halts could not be noted')
      }),
    clearFaults: (partitions) => clearLogFaults(database, noticed_by, partitions),
    close: () => guard.close(),
  }
}
