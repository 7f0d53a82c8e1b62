import type { TopicName } from '../schemas/topics.ts'

/** A message of the log as it was read: nothing is decoded, and the topic is ours, without prefix. */
export type LogRecord = {
  topic: TopicName
  partition: number
  offset: bigint
  key: string
  headers: Record<string, Buffer | string | undefined>
  value: Buffer | null
  /** The broker's time (LogAppendTime), ms: as fixed as the rest of the message. */
  appended_at: number
}
