import type { EventCodec } from '../../runtime/events/event-codec.ts'
import { offsetKey } from '../../runtime/kafka/client/log-position.ts'
import type { PartitionRecords } from '../../runtime/kafka/log-source/partition-records.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import type { Comparison } from './compare.ts'
import { Oracle } from './oracle/oracle.ts'
import type { Unreadable } from './schema-snapshot.ts'
import { type Hole, Sequences } from './sequences.ts'

export type PartitionTask = {
  readonly partition: number
  /** The position of each topic. */
  readonly until: ReadonlyMap<TopicName, bigint>
}

export type PartitionReport = {
  readonly holes: readonly Hole[]
  readonly unreadable: readonly Unreadable[]
}

type VerifyingWith = {
  readonly settings: Settings
  readonly records: PartitionRecords
  readonly codec: EventCodec
  readonly comparison: Comparison
  /** Positions of events that the rows correctly do not include. */
  readonly skipped: ReadonlySet<string>
  /** Events read, rows compared. */
  readonly onProgress: (events: number, rows: number) => void
}

/** Divides keys by their hash, so that the rows of about this many events are in memory at a time. */
const EVENTS_A_PASS = 60_000
/** Bytes of the log in a worker's memory. */
export const BUFFER_BYTES = 512 * 1024 * 1024

/** Folds one partition number of all topics, some keys at a time, and compares the rows. */
export async function verifyPartition(task: PartitionTask, options: VerifyingWith): Promise<PartitionReport> {
  const { records, comparison, onProgress } = options
  const all = Number([...task.until.values()].reduce((sum, end) => sum + end, 0n))
  const passes = Math.max(1, Math.ceil(all / EVENTS_A_PASS))
  const of = { ...task, passes }
  const holes: Hole[] = []
  const unreadable: Unreadable[] = []
  for (let nth = 0; nth < passes; nth++) {
    const oracle = new Oracle()
    const sequences = new Sequences(options.settings)
    for await (const some of records.pass(nth, of)) {
      for (const record of some) {
        sequences.see(record)
        if (!options.skipped.has(offsetKey(record))) {
          await applyRecord(oracle, options.codec, record, unreadable)
        }
      }
      onProgress(some.length, 0)
    }
    const before = comparison.rows
    await comparison.compare(oracle.tables)
    onProgress(0, comparison.rows - before)
    holes.push(...sequences.holes)
  }
  return { holes, unreadable }
}

async function applyRecord(
  oracle: Oracle,
  codec: EventCodec,
  record: LogRecord,
  unreadable: Unreadable[],
): Promise<void> {
  try {
    oracle.apply(codec.decodeKnown(record) ?? (await codec.decode(record)))
  } catch (error) {
    requireRegistryAnswer(error)
    const { topic, partition, offset } = record
    unreadable.push({ topic, partition, offset: String(offset), error: String(error) })
  }
}

/** Throws if the registry does not answer: an event is not unreadable only because a schema cannot be fetched now. */
export function requireRegistryAnswer(error: unknown): void {
  if (error instanceof LegislogError && error.code === 'registry_unreachable') throw error
}
