import type { TopicPartition } from '../../runtime/kafka/client/log-position.ts'
import { type LogSource, recordsOf } from '../../runtime/kafka/log-source/log-source.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import { type BatchRecord, encodeBatch } from '../../runtime/kafka/records/record-batch.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { SentBatch } from './packed-batch.ts'

/** A part of the log that was sent and never acked, by a relay that was killed or whose answer was lost. */
export type JournalGap = TopicPartition & { readonly from: bigint; readonly until: bigint }

/** A larger gap does not come from a relay and is left out. */
const MOST_EVENTS = 20_000
const EVENTS_A_BATCH = 500

/**
 * Reads a gap in the journal from the log, so that it is journaled like acked batches. A missing end of the log can
 * only be restored without gaps. Gives nothing if the gap is too large, or if we could not send it again with the same
 * bytes.
 */
export async function readGap(source: LogSource, gap: JournalGap): Promise<SentBatch[]> {
  const { topic, partition, from, until } = gap
  if (until - from > MOST_EVENTS) return []
  const records = await readRecords(source, gap)
  const isWhole = records.length === Number(until - from)
  if (!isWhole || records.some(({ value }) => value === null)) return []
  const batches: SentBatch[] = []
  for (let start = 0; start < records.length; start += EVENTS_A_BATCH) {
    const some = records.slice(start, start + EVENTS_A_BATCH)
    batches.push({
      topic,
      partition,
      count: some.length,
      first_offset: some[0]!.offset,
      end_offset: some.at(-1)!.offset + 1n,
      last_id: String(some.at(-1)!.headers.ce_id ?? ''),
      batch: await encodeBatch(some.map(toBatchRecord)),
    })
  }
  return batches
}

/** Gives nothing if a part is missing, or if another program wrote it in an unreadable form. */
async function readRecords(
  source: LogSource,
  { topic, partition, from, until }: JournalGap,
): Promise<LogRecord[]> {
  const records: LogRecord[] = []
  try {
    for await (const batch of source.batches({ topic, partition }, from, until)) {
      for (const record of recordsOf({ topic, partition }, batch))
        if (record.offset >= from && record.offset < until) records.push(record)
    }
    return records
  } catch (error) {
    if (error instanceof LegislogError && ['retention_gap', 'log_unreadable'].includes(error.code)) return []
    throw error
  }
}

function toBatchRecord({ key, value, headers }: LogRecord): BatchRecord {
  const texts = Object.entries(headers).map(([name, header]) => [name, String(header)])
  return { key, value: value!, headers: [Object.fromEntries(texts) as Record<string, string>] }
}
