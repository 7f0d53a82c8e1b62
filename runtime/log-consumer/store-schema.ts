import type { LogRecord } from '../kafka/records/log-record.ts'

/**
 * The Postgres schema of a consumer of the log. It has the tables `position`, `deferred_event` and `parked_event` with the
 * same columns as those of every other consumer.
 */
export type StoreSchema = 'webhook' | 'alerts'

/** Consecutive messages of one partition that were read. */
export type PositionMove = Pick<LogRecord, 'topic' | 'partition'> & {
  readonly from: bigint
  readonly to: bigint
}

export type ParkedRecord = { readonly record: LogRecord; readonly code: string; readonly error: string }
