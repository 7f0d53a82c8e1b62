import type pg from 'pg'
import { partitionKey, type TopicPartition } from '../../runtime/kafka/client/log-position.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { TopicName } from '../../schemas/log/topics.ts'

/** The part of a partition that a transaction has read: from an offset up to, not including, another. */
export type Span = TopicPartition & {
  readonly from: bigint
  readonly to: bigint
  /** The stamp of the last event, if any. */
  readonly last_at: string | null
  /** When Kafka appended the last message, ms; missing if it is not known. */
  readonly appended_at?: number
}

/** The next offset of each partition asked for. */
export async function loadPositions(
  database: Database,
  readSchema: string,
  parts: readonly TopicPartition[],
): Promise<Map<string, bigint>> {
  const { rows } = await database.query<{ topic: TopicName; partition: number; next: string }>(
    `SELECT p.topic, p.partition, p.next::text AS next
     FROM control.position p JOIN unnest($2::text[], $3::int[]) AS w(topic, partition) USING (topic, partition)
     WHERE p.read_schema = $1`,
    [readSchema, parts.map(({ topic }) => topic), parts.map(({ partition }) => partition)],
  )
  return new Map(rows.map((row) => [partitionKey(row), BigInt(row.next)]))
}

/**
 * Locks the partitions that a batch reads until the transaction ends. It also locks those of other topics with the same
 * keys, because both write a bill's row. Throws `positions_moved` if another process has moved a position meanwhile.
 */
export async function lockPositions(
  client: pg.PoolClient,
  readSchema: string,
  spans: readonly Span[],
): Promise<void> {
  const locked = await lockPartitions(
    client,
    readSchema,
    spans.map(({ partition }) => partition),
  )
  for (const span of spans) refuseMoved(span, locked.get(partitionKey(span)))
}

/** Locks the positions of all topics in these partitions, in one order, and returns them. */
export async function lockPartitions(
  client: pg.PoolClient,
  readSchema: string,
  partitions: readonly number[],
): Promise<Map<string, bigint>> {
  const { rows } = await client.query<{ topic: TopicName; partition: number; next: string }>(
    `SELECT topic, partition, next::text AS next FROM control.position
     WHERE read_schema = $1 AND partition = ANY($2::int[])
     ORDER BY partition, topic FOR UPDATE`,
    [readSchema, [...new Set(partitions)]],
  )
  if (rows.length === 0) {
    throw new LegislogError('read_schema_missing', `the positions of ${readSchema} are gone`)
  }
  return new Map(rows.map((row) => [partitionKey(row), BigInt(row.next)]))
}

function refuseMoved(span: Span, next: bigint | undefined): void {
  if (next === span.from) return
  throw new LegislogError(
    'positions_moved',
    `${partitionKey(span)} is at ${next ?? 'no position'}, not at ${span.from} where this batch begins`,
  )
}

/** Compare-and-set: either all positions move, or the transaction must not commit. */
export async function movePositions(
  client: pg.PoolClient,
  readSchema: string,
  spans: readonly Span[],
  owner: string,
): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE control.position p
     SET next = w.upto, last_at = greatest(p.last_at, w.last_at), owner = $7,
       read_at = greatest(p.read_at, to_timestamp(w.appended_at / 1000.0))
     FROM unnest($2::text[], $3::int[], $4::bigint[], $5::bigint[], $6::timestamptz[],
         $8::double precision[])
       AS w(topic, partition, since, upto, last_at, appended_at)
     WHERE p.read_schema = $1 AND p.topic = w.topic AND p.partition = w.partition AND p.next = w.since`,
    [
      readSchema,
      spans.map(({ topic }) => topic),
      spans.map(({ partition }) => partition),
      spans.map(({ from }) => String(from)),
      spans.map(({ to }) => String(to)),
      spans.map(({ last_at }) => last_at),
      owner,
      spans.map(({ appended_at }) => appended_at ?? null),
    ],
  )
  if (rowCount !== spans.length) {
    throw new LegislogError('positions_moved', `${rowCount} of ${spans.length} positions could be moved`)
  }
}
