import { partitionKey } from '../../runtime/kafka/client/log-position.ts'
import type { BatchRecord } from '../../runtime/kafka/records/record-batch.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import { readFrame } from '../outbox/outbox-frame.ts'
import type { ClaimedRow } from './claimed-rows.ts'

export type Chunk = {
  readonly topic: TopicName
  readonly partition: number
  readonly messages: readonly BatchRecord[]
}

/** Size of one batch before compression, well under the limit of topics (5 MB). */
const MOST_CHUNK_BYTES = 900 * 1024
/** The envelope has eleven headers of about 50 bytes. */
const OVERHEAD_BYTES = 700

/**
 * Turns rows into stamped messages, in rounds. A round has at most one chunk per partition. The next round is sent
 * after the broker has acked it, so that a partition's order is kept. A message over the limit is sent alone.
 */
export function roundsOf(rows: readonly ClaimedRow[]): Chunk[][] {
  const rounds: Chunk[][] = []
  for (const partitionRows of Map.groupBy(rows, partitionKey).values()) {
    const { topic, partition } = partitionRows[0]!
    for (const [round, messages] of chunksOf(partitionRows.flatMap(messagesOf)).entries()) {
      rounds[round] ??= []
      rounds[round].push({ topic, partition, messages })
    }
  }
  return rounds
}

function messagesOf({ key, events, recorded_at }: ClaimedRow): BatchRecord[] {
  const { shared, events: framedEvents } = readFrame(events)
  const last = { ...shared, ce_recordedtime: recorded_at }
  return framedEvents.map(({ headers, value }) => ({ key, value, headers: [headers, last] }))
}

function chunksOf(messages: readonly BatchRecord[]): BatchRecord[][] {
  const chunks: BatchRecord[][] = []
  let room = 0
  for (const message of messages) {
    const bytes = message.value.length + message.key.length + OVERHEAD_BYTES
    if (bytes > room) {
      chunks.push([])
      room = MOST_CHUNK_BYTES
    }
    chunks.at(-1)!.push(message)
    room -= bytes
  }
  return chunks
}
