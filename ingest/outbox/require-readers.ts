import type { PoolClient } from 'pg'
import { LegislogError } from '../../schemas/errors.ts'
import type { TopicName } from '../../schemas/log/topics.ts'

/** Topics that read schemas of earlier releases do not know. */
const LATER_TOPICS: readonly TopicName[] = ['legislog.derived.v1', 'legislog.advocacy.v1']

/**
 * No event of a later topic is written before every read schema has positions in it: its watermark would pass the event.
 * Throws `read_schema_missing`.
 */
export async function requireReaders(client: PoolClient, topics: readonly string[]): Promise<void> {
  const later = LATER_TOPICS.filter((topic) => topics.includes(topic))
  if (later.length === 0) return
  const { rows } = await client.query<{ name: string; topic: string }>(
    `SELECT r.name, t.topic FROM control.read_schema r CROSS JOIN unnest($1::text[]) AS t (topic)
     WHERE r.state <> 'dropping' AND NOT EXISTS (
       SELECT FROM control.position p WHERE p.read_schema = r.name AND p.topic = t.topic
     ) ORDER BY r.name LIMIT 1`,
    [later],
  )
  const [lacking] = rows
  if (lacking !== undefined)
    throw new LegislogError(
      'read_schema_missing',
      `${lacking.name} has no positions in ${lacking.topic}: run legislog migrate`,
    )
}
