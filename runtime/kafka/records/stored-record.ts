import type { TopicName } from '../../../schemas/log/topics.ts'
import type { LogRecord } from './log-record.ts'
import { headersFrom, type StoredHeaders } from './stored-headers.ts'

/** A message of the log as a row stores it until it can be used. */
export type StoredRecord = {
  readonly topic: TopicName
  readonly partition: number
  readonly offset: string
  readonly key: string
  readonly headers: StoredHeaders
  readonly value: Buffer | null
  readonly appended_at: number
}

/** The message, as a reader of the log gives it. */
export function recordFrom(stored: StoredRecord): LogRecord {
  const { topic, partition, offset, key, headers, value, appended_at } = stored
  return { topic, partition, offset: BigInt(offset), key, headers: headersFrom(headers), value, appended_at }
}
