import type { TopicName } from '../../schemas/log/topics.ts'

/** Records as Kafka takes them, packed as one batch. */
export type PackedBatch = {
  readonly topic: TopicName
  readonly partition: number
  readonly count: number
  readonly last_id: string
  readonly batch: Buffer
}

/** A batch that the log has, and where. */
export type SentBatch = PackedBatch & {
  readonly first_offset: bigint
  readonly end_offset: bigint
  /** By Kafka's clock; undefined if the batch was found in the log, or if Kafka does not say. */
  readonly appended_ms?: number
}

export type BatchSender = {
  /** Sends at most one batch per partition. */
  sendPacked(batches: readonly PackedBatch[]): Promise<SentBatch[]>
}
