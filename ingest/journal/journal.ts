import type { PoolClient } from 'pg'
import { partitionKey, type TopicPartition } from '../../runtime/kafka/client/log-position.ts'
import { recordsOf, unpackBatch } from '../../runtime/kafka/log-source/log-source.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import type { SentBatch } from './packed-batch.ts'

/** A batch as a relay sent it, without its bytes. */
export type JournalEntry = TopicPartition & {
  readonly first_offset: bigint
  readonly end_offset: bigint
  readonly last_id: string
}

const ENTRIES_AT_ONCE = 500

/** Reads the batches of a partition that end at or after an offset, in order. */
export async function journalFrom(
  database: Queryable,
  { topic, partition }: TopicPartition,
  from: bigint,
): Promise<JournalEntry[]> {
  const { rows } = await database.query<EntryRow>(
    `${ENTRIES} WHERE r.topic = $1 AND r.partition = $2 AND r.end_offset >= $3 ORDER BY r.first_offset`,
    [topic, partition, String(from)],
  )
  return rows.map(entryOf)
}

/** Stores batches that the log has. */
export async function saveBatches(client: PoolClient, batches: readonly SentBatch[]): Promise<void> {
  for (const { topic, partition, first_offset, end_offset, last_id, batch } of batches) {
    await client.query(
      `INSERT INTO ingest.journal (topic, partition, first_offset, end_offset, last_id, batch)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
      [topic, partition, String(first_offset), String(end_offset), last_id, batch],
    )
  }
}

/** Throws a RangeError if it was deleted meanwhile. */
export async function readPackedBatch(
  database: Queryable,
  { topic, partition, first_offset }: JournalEntry,
): Promise<Buffer> {
  const { rows } = await database.query<{ batch: Buffer }>(
    'SELECT batch FROM ingest.journal WHERE topic = $1 AND partition = $2 AND first_offset = $3',
    [topic, partition, String(first_offset)],
  )
  const [row] = rows
  if (row === undefined)
    throw new RangeError(`${topic}:${partition} at ${first_offset} is no longer in the journal`)
  return row.batch
}

/** Reads all journaled events, partition by partition, in the order in which they were relayed. */
export async function* journalRecords(database: Queryable): AsyncGenerator<LogRecord[], void, undefined> {
  for (let after: EntryRow | undefined; ; ) {
    const { rows }: { rows: EntryRow[] } = await database.query<EntryRow>(
      `${ENTRIES} WHERE (r.topic, r.partition, r.first_offset) > ($1, $2, $3)
       ORDER BY r.topic, r.partition, r.first_offset LIMIT $4`,
      [after?.topic ?? '', after?.partition ?? 0, after?.first_offset ?? '0', ENTRIES_AT_ONCE],
    )
    for (const row of rows) {
      const entry = entryOf(row)
      yield await openPacked(entry, await readPackedBatch(database, entry))
    }
    after = rows.at(-1)
    if (after === undefined) return
  }
}

/** The journal does not store when Kafka appended them. */
async function openPacked(entry: JournalEntry, bytes: Buffer): Promise<LogRecord[]> {
  const batch = { base_offset: entry.first_offset, bytes }
  return recordsOf(entry, await unpackBatch(partitionKey(entry), batch, 0))
}

type EntryRow = {
  readonly topic: TopicName
  readonly partition: number
  readonly first_offset: string
  readonly end_offset: string
  readonly last_id: string
}

const ENTRIES = `SELECT topic, partition, first_offset::text, end_offset::text, last_id FROM ingest.journal r`

const entryOf = (row: EntryRow): JournalEntry => ({
  ...row,
  first_offset: BigInt(row.first_offset),
  end_offset: BigInt(row.end_offset),
})
