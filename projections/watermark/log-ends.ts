import { setTimeout as delay } from 'node:timers/promises'
import { type Kafka, topicName } from '../../runtime/kafka/client/kafka-client.ts'
import { LOCK_FLOOR_EXCLUSIVE } from '../../runtime/log-clock/log-clock.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { topics } from '../../schemas/log/topics.ts'
import { IDLE_TIMEOUT_SQL } from './watermark.ts'

type Admin = ReturnType<Kafka['admin']>

/** The ends of the log: the offset after the last event of each partition, from Kafka. */
export type Ends = { readonly topics: string[]; readonly partitions: number[]; readonly highs: string[] }

type TopicEnds = {
  readonly topic: string
  readonly partitions: readonly number[]
  readonly ends: readonly string[]
}

/**
 * Records the actual ends of the log in the partition clocks. The relay maintains them, but a restored backup has
 * those of its day, and a new database has none. Without this step a partition would count as drained too early, and
 * the watermark would pass events that are not projected yet.
 */
export async function recordLogEnds(kafka: Kafka, settings: Settings, database: Database): Promise<void> {
  await withAdmin(kafka, async (admin) => {
    for (const { topic, partitions, ends } of await readEnds(admin, settings)) {
      await database.query(
        `INSERT INTO control.partition_clock AS known (topic, partition, end_offset)
         SELECT $1, * FROM unnest($2::int[], $3::bigint[])
         ON CONFLICT (topic, partition) DO UPDATE SET end_offset = excluded.end_offset
         WHERE known.end_offset < excluded.end_offset`,
        [topic, partitions, ends],
      )
    }
  })
}

/** A broker that is starting may report old ends: only ends that stay the same count. */
const ATTEMPTS = 3
const RETRY_MS = 500

/**
 * Lowers recorded ends that the log does not reach, because it was created again or restored from an older
 * backup. Otherwise read schemas of this log would never count as drained, and their watermark would stop. No
 * claim starts meanwhile. A claim under way counts as claimed, and raises the end again when it is
 * acknowledged.
 */
export async function rewindLostEnds(options: {
  readonly kafka: Kafka
  readonly settings: Settings
  readonly database: Database
}): Promise<void> {
  const { kafka, settings, database } = options
  await withAdmin(kafka, async (admin) => {
    for (let look = 1; look <= ATTEMPTS; look++) {
      if (!(await isBeyond(database, await readEnds(admin, settings)))) return
      if (look < ATTEMPTS) await delay(RETRY_MS)
    }
    await inTransaction(database, async (client) => {
      await client.query(`${IDLE_TIMEOUT_SQL}; ${LOCK_FLOOR_EXCLUSIVE}`)
      for (const { topic, partitions, ends } of await readEnds(admin, settings)) {
        await client.query(
          `UPDATE control.partition_clock k SET end_offset = e.high
           FROM unnest($2::int[], $3::bigint[]) AS e (partition, high)
           WHERE k.topic = $1 AND k.partition = e.partition AND k.end_offset > e.high`,
          [topic, partitions, ends],
        )
      }
    })
  })
}

export async function readLogEnds(admin: Admin, settings: Settings): Promise<Ends> {
  const all = await readEnds(admin, settings)
  return {
    topics: all.flatMap(({ topic, partitions }) => partitions.map(() => topic)),
    partitions: all.flatMap(({ partitions }) => partitions),
    highs: all.flatMap(({ ends }) => ends),
  }
}

async function isBeyond(database: Queryable, all: readonly TopicEnds[]): Promise<boolean> {
  for (const { topic, partitions, ends } of all) {
    const { rows } = await database.query(
      `SELECT FROM control.partition_clock k JOIN unnest($2::int[], $3::bigint[]) AS e (partition, high) USING (partition)
       WHERE k.topic = $1 AND k.end_offset > e.high LIMIT 1`,
      [topic, partitions, ends],
    )
    if (rows.length > 0) return true
  }
  return false
}

async function readEnds(admin: Admin, settings: Settings): Promise<TopicEnds[]> {
  const all: TopicEnds[] = []
  for (const { name } of topics) {
    const found = await admin.fetchTopicOffsets(topicName(settings, name))
    found.sort((a, b) => a.partition - b.partition)
    all.push({
      topic: name,
      partitions: found.map(({ partition }) => partition),
      ends: found.map(({ high }) => high),
    })
  }
  return all
}

async function withAdmin<T>(kafka: Kafka, work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = kafka.admin()
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.disconnect()
  }
}
