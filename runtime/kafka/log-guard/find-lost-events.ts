import { LegislogError } from '../../../schemas/errors.ts'
import { partitionKey, type TopicPartition } from '../client/log-position.ts'
import { type LogSource, recordsOf } from '../log-source/log-source.ts'
import type { LogRecord } from '../records/log-record.ts'
import type { RelayedOffset } from './relayed-offsets.ts'

/** A partition in which the log lacks events that were relayed to it. */
export type LostEvents = RelayedOffset & {
  /** The offset at the end of the log. */
  readonly end: bigint
  /** The event that the log has in the place of the last relayed one, if it is a different one. */
  readonly found_id: string | undefined
}

/** Finds partitions that end before their last relayed event. A missing topic ends at 0. */
export function findShortPartitions(
  facts: readonly RelayedOffset[],
  ends: ReadonlyMap<string, bigint>,
): LostEvents[] {
  return facts.flatMap((fact) => {
    const end = ends.get(partitionKey(fact)) ?? 0n
    return end < fact.relayed_to ? [{ ...fact, end, found_id: undefined }] : []
  })
}

/**
 * Finds partitions that are long enough but have a different event in the place of the last relayed one: they belong to
 * another log.
 */
export async function findForeignPartitions(
  source: LogSource,
  facts: readonly RelayedOffset[],
  ends: ReadonlyMap<string, bigint>,
): Promise<LostEvents[]> {
  const whole = facts.filter((fact) => (ends.get(partitionKey(fact)) ?? 0n) >= fact.relayed_to)
  const found: LostEvents[] = []
  for (const some of Map.groupBy(whole, ({ topic }) => topic).values()) {
    const ids = await Promise.all(some.map((fact) => readIdBefore(source, fact, fact.relayed_to)))
    for (const [index, fact] of some.entries()) {
      const foundId = ids[index]
      if (foundId === undefined || foundId === fact.relayed_id) continue
      found.push({ ...fact, end: ends.get(partitionKey(fact))!, found_id: foundId })
    }
  }
  return found
}

/** The id of the event right before an offset; undefined if the log no longer has it or cannot be read there. */
export async function readIdBefore(
  source: LogSource,
  topicPartition: TopicPartition,
  end: bigint,
): Promise<string | undefined> {
  try {
    const record = await readRecordBefore(source, topicPartition, end)
    return record === undefined ? undefined : String(record.headers.ce_id ?? '')
  } catch (error) {
    if (error instanceof LegislogError && error.code === 'log_unreadable') return undefined
    throw error
  }
}

/** The record right before an offset; undefined if the log begins after it or has none there. */
export async function readRecordBefore(
  source: LogSource,
  topicPartition: TopicPartition,
  end: bigint,
): Promise<LogRecord | undefined> {
  try {
    for await (const batch of source.batches(topicPartition, end - 1n, end)) {
      for (const record of recordsOf(topicPartition, batch)) if (record.offset === end - 1n) return record
    }
  } catch (error) {
    if (error instanceof LegislogError && error.code === 'retention_gap') return undefined
    throw error
  }
  return undefined
}

/** `log_behind`, with all partitions that lack events. */
export class LostEventsError extends LegislogError {
  readonly lost: readonly LostEvents[]
  constructor(lost: readonly [LostEvents, ...LostEvents[]], advice: string) {
    super(
      'log_behind',
      `the log lacks events that were relayed to it in ${lost.length} of its partitions: ${describeLost(lost[0])}. ${advice}`,
    )
    this.lost = lost
  }
}

const ADVICE =
  'Point at the log that this database belongs to, or put the newest copy of it back. If it is lost: legislog ingest recover'

/** Throws `log_behind` if there are any. */
export function requireNoLostEvents(lost: readonly LostEvents[], advice = ADVICE): void {
  const [first, ...others] = lost
  if (first !== undefined) throw new LostEventsError([first, ...others], advice)
}

export function describeLost(lost: LostEvents): string {
  const { relayed_to, relayed_id, end, found_id } = lost
  const at = partitionKey(lost)
  return found_id === undefined
    ? `${at} ends at ${end} and was relayed to ${relayed_to}`
    : `${at} has event ${found_id || 'without an id'} at ${relayed_to - 1n}, but ${relayed_id} was relayed to that offset`
}
