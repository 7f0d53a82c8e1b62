import type { TopicName } from '../../schemas/log/topics.ts'
import { schemaPointer } from './live-schema.ts'

/**
 * SQL of a text that changes with every change of the rows that events of a topic write; null if no read schema can be
 * read. Positions move in the transaction that writes rows. A retry of parked events writes rows too: it moves no position,
 * but removes the events, and they are only parked while a position moves.
 */
export const rowsVersionSql = (topic: TopicName, pinned: string | undefined): string => `(
  SELECT concat_ws(' ', r.name, r.feed_epoch,
    (SELECT sum(p.next) FROM control.position p WHERE p.read_schema = r.name AND p.topic = '${topic}'),
    (SELECT count(*) FROM control.parked_event e WHERE e.read_schema = r.name AND e.topic = '${topic}'))
  FROM control.read_schema r WHERE ${schemaPointer(pinned)})`
