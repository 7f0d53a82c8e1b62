import type { Kafka } from '../../runtime/kafka.ts'
import type { Log } from '../../runtime/log.ts'
import { readRecordBefore } from '../../runtime/log-guard/find-lost-events.ts'
import { listTopics } from '../../runtime/log-guard/log-guard.ts'
import { createLogSource, type LogSource } from '../../runtime/log-source.ts'
import type { Queryable } from '../../runtime/postgres.ts'
import type { Settings } from '../../runtime/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { TopicName } from '../../schemas/topics.ts'

/** The last event of a partition. */
export type Last = { readonly subject: string; readonly sequence: number; readonly place: string }

/**
 * Whether ingest knows of what the log was told last: the last event of each partition, held against its entity. Where
 * it does not, the state of ingest is older than the log, as after the restore of a backup: ids would be given twice.
 * Throws `log_ahead`. What waited in the outbox at the time of the backup and was sent since is no harm, and passes.
 */
export async function refuseLogAhead(
  source: LogSource,
  database: Queryable,
  names: readonly TopicName[],
): Promise<void> {
  await refuseUnknown(database, await readLastEvents(source, names))
}

/** Of the whole log, as it is there. */
export async function readLogsLast(options: {
  readonly settings: Settings
  readonly kafka: Kafka
  readonly log: Log
}): Promise<Last[]> {
  const source = createLogSource(options)
  try {
    return await readLastEvents(source, await listTopics(options.kafka, options.settings))
  } finally {
    await source.close()
  }
}

async function readLastEvents(source: LogSource, names: readonly TopicName[]): Promise<Last[]> {
  const last: Last[] = []
  for (const name of names) {
    const ranges = (await source.ranges(name)).filter(({ low, high }) => high > low)
    last.push(
      ...(
        await Promise.all(ranges.map(({ partition, high }) => lastOf(source, name, partition, high)))
      ).flat(),
    )
  }
  return last
}

/** Throws `log_ahead` where ingest does not know one of these. */
export async function refuseUnknown(database: Queryable, last: readonly Last[]): Promise<void> {
  const { rows } = await database.query<Last>(
    `SELECT w.* FROM unnest($1::text[], $2::bigint[], $3::text[]) AS w (subject, sequence, place)
     WHERE NOT EXISTS (SELECT FROM ingest.entity e WHERE e.ocd_id = w.subject AND e.sequence >= w.sequence)
     ORDER BY w.place`,
    [
      last.map(({ subject }) => subject),
      last.map(({ sequence }) => sequence),
      last.map(({ place }) => place),
    ],
  )
  const [first] = rows
  if (first === undefined) return
  throw new LegislogError(
    'log_ahead',
    `the log is ahead of ingest in ${rows.length} of its partitions: ${first.place} has event ${first.sequence} of ${first.subject}, which is not known here. Restore a newer backup, or run: legislog ingest recover`,
  )
}

async function lastOf(source: LogSource, topic: TopicName, partition: number, end: bigint): Promise<Last[]> {
  const record = await readRecordBefore(source, { topic, partition }, end)
  const subject = String(record?.headers.ce_subject ?? '')
  const sequence = Number(record?.headers.ce_sequence)
  if (subject === '' || !Number.isSafeInteger(sequence)) return []
  return [{ subject, sequence, place: `${topic}:${partition}` }]
}
