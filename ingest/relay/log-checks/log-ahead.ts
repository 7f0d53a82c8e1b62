import type { Kafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { partitionKey, type TopicPartition } from '../../../runtime/kafka/client/log-position.ts'
import { readRecordBefore } from '../../../runtime/kafka/log-guard/find-lost-events.ts'
import { listTopics } from '../../../runtime/kafka/log-guard/log-guard.ts'
import { createLogSource, type LogSource } from '../../../runtime/kafka/log-source/log-source.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import type { Log } from '../../../runtime/log.ts'
import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { type EventHead, fromHeaders } from '../../../schemas/log/event-head.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import type { IsEvent } from './is-event.ts'

/** The last message of a partition that claims to be an event. */
type LastEvent = {
  readonly subject: string
  readonly sequence: number
  readonly place: string
  readonly record: LogRecord
}

type LogAheadOptions = {
  readonly source: LogSource
  readonly names: readonly TopicName[]
  readonly database: Queryable
  readonly isEvent: IsEvent
}

/**
 * Checks that ingest knows the last event of each partition. If it does not, the state of ingest is older than the log,
 * as after the restore of a backup. Then ids would be used twice. Throws `log_ahead`. Rows that waited in the outbox at
 * the time of the backup and were sent since do no harm and pass. If no reader would apply the last message, the
 * message before it is checked.
 */
export async function refuseLogAhead({ source, names, database, isEvent }: LogAheadOptions): Promise<void> {
  let last = await readLastEvents(source, names)
  for (;;) {
    const unknown = await findUnknown(database, last)
    const events: LastEvent[] = []
    const before: LastEvent[] = []
    for (const one of unknown) {
      if (await isEvent(one.record)) events.push(one)
      else before.push(...(await lastOf(source, one.record, one.record.offset)))
    }
    refuse(events)
    if (before.length === 0) return
    last = before
  }
}

/** Checks all topics that Kafka has. */
export async function refuseLogsAhead(
  options: { readonly settings: Settings; readonly kafka: Kafka; readonly log: Log } & Pick<
    LogAheadOptions,
    'database' | 'isEvent'
  >,
): Promise<void> {
  const source = createLogSource(options)
  try {
    await refuseLogAhead({ ...options, source, names: await listTopics(options.kafka, options.settings) })
  } finally {
    await source.close()
  }
}

async function readLastEvents(source: LogSource, names: readonly TopicName[]): Promise<LastEvent[]> {
  const last: LastEvent[][] = []
  for (const [topic, ranges] of await source.allRanges(names)) {
    const filled = ranges.filter(({ low, high }) => high > low)
    last.push(
      ...(await Promise.all(filled.map(({ partition, high }) => lastOf(source, { topic, partition }, high)))),
    )
  }
  return last.flat()
}

async function findUnknown(database: Queryable, last: readonly LastEvent[]): Promise<LastEvent[]> {
  const { rows } = await database.query<{ index: number }>(
    `SELECT (w.ordinal - 1)::int AS index FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS w (subject, sequence, ordinal)
     WHERE NOT EXISTS (SELECT FROM ingest.entity e WHERE e.ocd_id = w.subject AND e.sequence >= w.sequence)`,
    [last.map(({ subject }) => subject), last.map(({ sequence }) => sequence)],
  )
  return rows.map(({ index }) => last[index]!).sort((a, b) => (a.place < b.place ? -1 : 1))
}

function refuse(unknown: readonly LastEvent[]): void {
  const [first] = unknown
  if (first === undefined) return
  throw new LegislogError(
    'log_ahead',
    `the log is ahead of ingest in ${unknown.length} of its partitions: ${first.place} has event ${first.sequence} of ${first.subject}, which is not known here. Restore a newer backup, or run: legislog ingest recover`,
  )
}

/** Finds the last message before an offset that claims to be an event. Gives an empty list if there is none. */
async function lastOf(source: LogSource, place: TopicPartition, end: bigint): Promise<LastEvent[]> {
  for (let until = end; ; until -= 1n) {
    const record = await readRecordBefore(source, place, until)
    if (record === undefined) return []
    const head = headOf(record)
    if (head === undefined) continue
    const { subject, sequence } = head.meta
    return [{ subject, sequence, place: partitionKey(place), record }]
  }
}

function headOf({ headers }: LogRecord): EventHead | undefined {
  try {
    return fromHeaders(headers)
  } catch {
    // This is not an event of this project, so it says nothing about the outbox.
    return undefined
  }
}
