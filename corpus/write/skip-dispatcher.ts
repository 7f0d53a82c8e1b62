import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { createLogEnds } from '../../webhooks/log/log-ends.ts'

/** A backfill sends no webhooks: the dispatcher starts after it instead of reading all of it. */
export async function skipDispatcher(settings: Settings, database: Database, log: Log): Promise<void> {
  const ends = Object.entries(await createLogEnds(createKafka(settings, 'generate', log), settings)())
  const parts = ends.map(([place, end]) => {
    const colon = place.lastIndexOf(':')
    return { topic: place.slice(0, colon), partition: Number(place.slice(colon + 1)), end }
  })
  await database.query(
    `INSERT INTO webhook.position (topic, partition, next)
     SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[])
     ON CONFLICT (topic, partition) DO UPDATE SET next = excluded.next`,
    [parts.map(({ topic }) => topic), parts.map(({ partition }) => partition), parts.map(({ end }) => end)],
  )
}
