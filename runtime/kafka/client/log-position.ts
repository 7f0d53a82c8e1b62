import type { Admin } from 'kafkajs'
import { LegislogError } from '../../../schemas/errors.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import type { Settings } from '../../settings/settings.ts'
import { topicName } from './kafka-client.ts'

export type TopicPartition = { readonly topic: TopicName; readonly partition: number }

/** Gives the name of a partition in maps and in stored positions. */
export function partitionKey({
  topic,
  partition,
}: {
  readonly topic: string
  readonly partition: number
}): string {
  return `${topic}:${partition}`
}

/** Gives the name of a message: its partition and offset. */
export function offsetKey(at: {
  readonly topic: string
  readonly partition: number
  readonly offset: bigint | string
}): string {
  return `${partitionKey(at)}:${at.offset}`
}

const gapCodes = new Set(['retention_gap', 'log_epoch', 'log_behind', 'topic_mismatch'])

/** The log does not fit a position. */
export function isGap(error: unknown): error is LegislogError {
  return error instanceof LegislogError && gapCodes.has(error.code)
}

/**
 * kafkajs answers an offset that the broker does not have by starting somewhere else. Throws `retention_gap`
 * if the log begins after a position, and `log_epoch` if it ends before it. A reader must not continue in
 * either case.
 */
export async function checkPositions(
  admin: Admin,
  settings: Settings,
  positions: readonly (TopicPartition & { next: bigint })[],
): Promise<void> {
  for (const topic of new Set(positions.map((position) => position.topic))) {
    const ends = await admin.fetchTopicOffsets(topicName(settings, topic))
    for (const { partition, next } of positions.filter((position) => position.topic === topic)) {
      const end = ends.find((entry) => entry.partition === partition)
      if (end === undefined) {
        throw new LegislogError('topic_mismatch', `topic ${topic} has no partition ${partition}`)
      }
      if (BigInt(end.low) > next) {
        throw new LegislogError(
          'retention_gap',
          `${topic}:${partition} begins at ${end.low}; the next event to read is ${next}`,
        )
      }
      if (BigInt(end.high) < next) {
        throw new LegislogError(
          'log_epoch',
          `${topic}:${partition} ends at ${end.high}; the next event to read is ${next}: this is another log`,
        )
      }
    }
  }
}
