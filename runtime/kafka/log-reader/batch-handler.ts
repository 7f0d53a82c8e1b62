import type { EachBatchHandler, EachBatchPayload, KafkaMessage } from 'kafkajs'
import type { Settings } from '../../settings/settings.ts'
import { topicFrom } from '../client/kafka-client.ts'
import { partitionKey, type TopicPartition } from '../client/log-position.ts'
import type { LogRecord } from '../records/log-record.ts'
import { readKey } from '../records/record-key.ts'
import type { Assignment } from './assignment.ts'
import type { SliceQueue } from './slice-queue.ts'

const HEARTBEAT_MS = 1_000
/** Long enough not to spin, short enough for all queued batches to pass before a session ends. */
const BRIEFLY_MS = 10

/**
 * kafkajs calls this with each batch. It does not decode or write, and throws no errors of its own, because
 * an error would end the consumer. It only passes on errors of heartbeats, since they make kafkajs rejoin.
 */
export function createBatchHandler(options: {
  settings: Settings
  assignment: Assignment
  queue: SliceQueue
  isPaused: () => boolean
  seek: (place: TopicPartition, next: bigint) => void
  /**
   * A batch begins after the expected offset, or ends before it twice in a row: kafkajs jumped, or the log lacks the
   * offset.
   */
  onJump: (place: TopicPartition, expected: bigint) => void
}): EachBatchHandler {
  const { settings, assignment, queue, isPaused, seek, onJump } = options
  /** Partitions with a last batch that was entirely before the expected offset. */
  const behind = new Set<string>()

  async function beat(heartbeat: EachBatchPayload['heartbeat']): Promise<void> {
    try {
      await heartbeat()
    } catch (error) {
      // Batches behind this one must not start: the partitions may already belong to another member.
      if (isRebalance(error)) {
        assignment.lose()
        queue.clear()
      }
      throw error
    }
  }

  /**
   * One batch may have been fetched before the seek. A second one means that the log lacks the offset: kafkajs then
   * starts at the first event, and would loop forever.
   */
  function turnBack(topicPartition: TopicPartition, expected: bigint): void {
    const key = partitionKey(topicPartition)
    if (behind.delete(key)) {
      onJump(topicPartition, expected)
    } else {
      behind.add(key)
      seek(topicPartition, expected)
    }
  }

  return async ({ batch, heartbeat, resolveOffset }) => {
    const { epoch } = assignment
    if (assignment.phase === 'none') return void (await assignment.changed.wait(BRIEFLY_MS))
    if (assignment.phase === 'loading') {
      // The reader seeks once it knows the positions. This batch was fetched from an arbitrary offset.
      while (assignment.phase === 'loading' && assignment.epoch === epoch) {
        await assignment.changed.wait(HEARTBEAT_MS)
        await beat(heartbeat)
      }
      return
    }
    const topic = topicFrom(settings, batch.topic)
    if (topic === undefined) return
    const topicPartition = { topic, partition: batch.partition }
    const expected = assignment.expected(topicPartition)
    if (expected === undefined) return
    if (fetchedFrom(batch) > expected) {
      onJump(topicPartition, expected)
      return beat(heartbeat)
    }
    const messages = batch.messages.filter((message) => BigInt(message.offset) >= expected)
    const last = messages.at(-1)
    if (last === undefined) {
      turnBack(topicPartition, expected)
      return beat(heartbeat)
    }
    behind.delete(partitionKey(topicPartition))
    while (!queue.hasRoom() || isPaused()) {
      await queue.changed.wait(HEARTBEAT_MS)
      await beat(heartbeat)
      if (assignment.epoch !== epoch) return
    }
    const to = BigInt(last.offset) + 1n
    queue.push({
      ...topicPartition,
      from: expected,
      to,
      records: messages.map((message) => recordOf(topicPartition, message)),
    })
    assignment.advance(topicPartition, to)
    resolveQuietly(resolveOffset, last.offset)
    await beat(heartbeat)
  }
}

/** After these, kafkajs joins again. After any other heartbeat error it keeps its partitions. */
const rebalances = new Set([
  'REBALANCE_IN_PROGRESS',
  'NOT_COORDINATOR_FOR_GROUP',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
])

function isRebalance(error: unknown): boolean {
  return error instanceof Error && 'type' in error && rebalances.has(String(error.type))
}

/** Offsets may have holes. The offset that kafkajs asked for distinguishes a jump from a hole. */
function fetchedFrom(batch: EachBatchPayload['batch']): bigint {
  const { fetchedOffset } = batch as typeof batch & { fetchedOffset?: string }
  return BigInt(fetchedOffset ?? batch.messages[0]!.offset)
}

/** After a rejoin within a fetch, kafkajs resolves into a table that no longer knows the partition: a TypeError. */
function resolveQuietly(resolveOffset: (offset: string) => void, offset: string): void {
  try {
    resolveOffset(offset)
  } catch {
    // The next batch then begins elsewhere, and the reader seeks back.
  }
}

export function recordOf(topicPartition: TopicPartition, message: KafkaMessage): LogRecord {
  return {
    ...topicPartition,
    offset: BigInt(message.offset),
    key: message.key === null ? '' : readKey(message.key),
    // Headers as kafkajs-record.ts has read them.
    headers: (message.headers ?? {}) as LogRecord['headers'],
    value: message.value,
    appended_at: Number(message.timestamp),
  }
}
