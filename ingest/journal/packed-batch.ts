import type { TopicName } from '../../schemas/log/topics.ts'

/** Records in Kafka's format, packed as one batch. */
export type PackedBatch = {
  readonly topic: TopicName
  readonly partition: number
  readonly count: number
  readonly last_id: string
  readonly batch: Buffer
}

/** A batch in the log, with its offsets. */
export type SentBatch = PackedBatch & {
  readonly first_offset: bigint
  readonly end_offset: bigint
  /** Kafka's time of the append. Undefined if the batch was found in the log, or if Kafka does not say. */
  readonly appended_ms?: number
}

export type BatchSender = {
  /** Sends at most one batch per partition. */
  sendPacked(batches: readonly PackedBatch[]): Promise<SentBatch[]>
}
