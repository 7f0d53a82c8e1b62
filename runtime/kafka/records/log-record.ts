import type { TopicName } from '../../../schemas/log/topics.ts'

/** Text, or bytes that are not ASCII, or nothing; a list if the header is repeated. */
export type HeaderValue = Buffer | string | undefined | readonly (Buffer | string | undefined)[]

/** An undecoded message of the log. The topic name has no prefix. */
export type LogRecord = {
  topic: TopicName
  partition: number
  offset: bigint
  /** The result of `readKey`: text that every store takes, whatever the bytes of the key are. */
  key: string
  headers: Record<string, HeaderValue>
  value: Buffer | null
  /** The broker's time (LogAppendTime), ms. It never changes, like the rest of the message. */
  appended_at: number
}
