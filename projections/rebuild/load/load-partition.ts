import { hostname } from 'node:os'
import type pg from 'pg'
import type { EventCodec } from '../../../runtime/events/event-codec.ts'
import { partitionKey } from '../../../runtime/kafka/client/log-position.ts'
import type { LogSource } from '../../../runtime/kafka/log-source/log-source.ts'
import { type Database, inTransaction } from '../../../runtime/postgres/postgres.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import { lockPartitions, lockPositions, movePositions, type Span } from '../../read-schemas/positions.ts'
import { type FoldShareOptions, foldShare } from '../fold/fold-share.ts'
import type { KeyChunks } from '../fold/key-chunk.ts'
import {
  type DroppedEvents,
  droppedName,
  lastStamp,
  type RecordBuffer,
  readShare,
  wholeShare,
} from '../fold/read-share.ts'

export type PartitionContext = Pick<FoldShareOptions, 'onCounts' | 'onCulprit' | 'read_schema' | 'signal'> & {
  readonly database: Database
  readonly source: LogSource
  readonly codec: EventCodec
  readonly buffer: RecordBuffer
  readonly chunks: KeyChunks
  /** Memory for the messages of one partition. If they need more, it is read in several passes. */
  readonly budget_bytes: number
  /** A retry: the partition may already be loaded, if the connection broke after a COMMIT that took effect. */
  readonly was_tried: boolean
}

export type PartitionTimes = { readonly passes: number; readonly read_ms: number; readonly load_ms: number }

/**
 * Writes the events of one partition number of all topics into a read schema to which no other process
 * writes. Rows, parked events and positions are in one transaction, so that a crash leaves all of it or none.
 * Throws `positions_moved` if a position is not at the beginning of its span. Returns undefined if it is a
 * retry and all positions are at the end.
 */
export async function loadPartition(
  context: PartitionContext,
  spans: readonly Span[],
): Promise<PartitionTimes | undefined> {
  const { database, source, codec, read_schema, signal, buffer, budget_bytes } = context
  let [passes, read_ms, load_ms] = [0, 0, 0]
  return inTransaction(database, async (client) => {
    await client.query(
      `SET LOCAL synchronous_commit = off; SET LOCAL statement_timeout = 0;
       SET LOCAL idle_in_transaction_session_timeout = 0`,
    )
    if (context.was_tried && (await standAtEnd(client, read_schema, spans))) return undefined
    await lockPositions(client, read_schema, spans)
    const dropped = await loadDropped(client, read_schema, spans)
    const waiting = [wholeShare]
    for (let share = waiting.pop(); share !== undefined; share = waiting.pop()) {
      const started = performance.now()
      const { left } = await readShare(buffer, { source, spans, share, dropped, budget_bytes, signal })
      waiting.push(...left)
      const read = performance.now()
      await foldShare(context.chunks, { ...context, client, parts: spans })
      passes++
      read_ms += read - started
      load_ms += performance.now() - read
    }
    const reached = await Promise.all(
      spans.map(async (span) => ({ ...span, last_at: await lastStamp(codec, source, span) })),
    )
    signal.throwIfAborted()
    await movePositions(client, read_schema, reached, `${hostname()}:${process.pid}`)
    return { passes, read_ms, load_ms }
  })
}

/** Waits for a transaction that is still moving them. */
async function standAtEnd(
  client: pg.PoolClient,
  readSchema: string,
  spans: readonly Span[],
): Promise<boolean> {
  const numbers = spans.map(({ partition }) => partition)
  const positions = await lockPartitions(client, readSchema, numbers)
  return spans.every((span) => positions.get(partitionKey(span)) === span.to)
}

async function loadDropped(
  client: pg.PoolClient,
  readSchema: string,
  spans: readonly Span[],
): Promise<DroppedEvents> {
  const { rows } = await client.query<{ topic: TopicName; partition: number; offset: string }>(
    `SELECT topic, partition, "offset"::text AS "offset" FROM control.parked_event
     WHERE read_schema = $1 AND partition = $2 AND dropped_at IS NOT NULL`,
    [readSchema, spans[0]!.partition],
  )
  return new Set(rows.map((row) => droppedName(partitionKey(row), row.offset)))
}
