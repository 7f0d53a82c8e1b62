import type { PoolClient } from 'pg'
import { partitionKey } from '../../runtime/kafka/client/log-position.ts'
import { readIdBefore } from '../../runtime/kafka/log-guard/find-lost-events.ts'
import type { LogSource } from '../../runtime/kafka/log-source/log-source.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import { saveBatches } from './journal.ts'
import { readGap } from './journal-gap.ts'

/**
 * Records that the log has more events than the database knows, as after the restore of a backup, and journals them.
 */
export async function noteRelayedEnds(client: PoolClient, source: LogSource): Promise<void> {
  const { rows } = await client.query<{ topic: TopicName; partition: number; relayed_to: string }>(
    'SELECT topic, partition, relayed_to::text FROM control.partition_clock',
  )
  const ends = await source.ends(rows)
  for (const { topic, partition, relayed_to } of rows) {
    const [from, until] = [BigInt(relayed_to), ends.get(partitionKey({ topic, partition })) ?? 0n]
    if (until <= from) continue
    const lastId = await readIdBefore(source, { topic, partition }, until)
    if (lastId === undefined) continue
    await saveBatches(client, await readGap(source, { topic, partition, from, until }))
    await client.query(
      `UPDATE control.partition_clock SET relayed_to = $3, relayed_id = $4, end_offset = greatest(end_offset, $3)
       WHERE topic = $1 AND partition = $2`,
      [topic, partition, String(until), lastId],
    )
  }
}
