import { type Clock, systemClock } from '../../runtime/clock.ts'
import { readEarlierClock } from '../../runtime/postgres/earlier-clock.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'

/** Deletes the oldest batches over the limits: by their age, and by the bytes of all batches. */
export async function pruneJournal(
  database: Queryable,
  { relay_journal_hours, relay_journal_bytes }: Pick<Settings, 'relay_journal_hours' | 'relay_journal_bytes'>,
  clock: Clock = systemClock,
): Promise<void> {
  await database.query(
    `WITH sized AS (
       SELECT topic, partition, first_offset, relayed_at,
         sum(octet_length(batch)) OVER (ORDER BY relayed_at DESC, topic, partition, first_offset DESC) AS bytes
       FROM ingest.journal
     )
     DELETE FROM ingest.journal r USING sized s
     WHERE (r.topic, r.partition, r.first_offset) = (s.topic, s.partition, s.first_offset)
       AND (s.bytes > $2 OR s.relayed_at < $3::timestamptz - make_interval(hours => $1::int))`,
    [relay_journal_hours, relay_journal_bytes, await readEarlierClock(database, clock)],
  )
}
