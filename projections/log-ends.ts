import { type Kafka, topicName } from '../runtime/kafka.ts'
import type { Database } from '../runtime/postgres.ts'
import type { Settings } from '../runtime/settings.ts'
import { topics } from '../schemas/topics.ts'

/**
 * Takes up in the clocks of the partitions where the log itself ends. The relay keeps them, but a backup that was
 * restored knows only the log of its day, and a new database none: a partition would count as drained where it is not,
 * and the watermark would pass events that are still to be projected.
 */
export async function noteLogEnds(kafka: Kafka, settings: Settings, database: Database): Promise<void> {
  const admin = kafka.admin()
  await admin.connect()
  try {
    for (const { name } of topics) {
      const ends = await admin.fetchTopicOffsets(topicName(settings, name))
      ends.sort((a, b) => a.partition - b.partition)
      await database.query(
        `INSERT INTO control.partition_clock AS held (topic, partition, end_offset)
         SELECT $1, * FROM unnest($2::int[], $3::bigint[])
         ON CONFLICT (topic, partition) DO UPDATE SET end_offset = excluded.end_offset
         WHERE held.end_offset < excluded.end_offset`,
        [name, ends.map(({ partition }) => partition), ends.map(({ high }) => high)],
      )
    }
  } finally {
    await admin.disconnect()
  }
}
