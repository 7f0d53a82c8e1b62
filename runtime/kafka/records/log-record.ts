import type { TopicName } from '../../../schemas/log/topics.ts'

/** Text, bytes that are no ASCII, nothing; a list of them where the header is given more than once. */
export type HeaderValue = Buffer | string | undefined | readonly (Buffer | string | undefined)[]

/** A message of the log as it was read: nothing is decoded, and the topic is ours, without prefix. */
export type LogRecord = {
  topic: TopicName
  partition: number
  offset: bigint
  /** As `readKey` gives it: text that every store takes, whatever the bytes of the key are. */
  key: string
  headers: Record<string, HeaderValue>
  value: Buffer | null
  /** The broker's time (LogAppendTime), ms: as fixed as the rest of the message. */
  appended_at: number
}
