import type { TopicName } from '../../../schemas/log/topics.ts'
import type { Queryable } from '../../postgres/postgres.ts'
import type { TopicPartition } from '../client/log-position.ts'

/**
 * The end of the relayed part of a partition: the log has the event `relayed_id` right before the offset
 * `relayed_to`.
 */
export type RelayedOffset = TopicPartition & { readonly relayed_to: bigint; readonly relayed_id: string }

export async function readRelayedOffsets(database: Queryable): Promise<RelayedOffset[]> {
  const { rows } = await database.query<{
    topic: TopicName
    partition: number
    relayed_to: string
    relayed_id: string
  }>(
    `SELECT topic, partition, relayed_to::text, relayed_id FROM control.partition_clock
     WHERE relayed_to > 0 ORDER BY topic, partition`,
  )
  return rows.map(({ relayed_to, ...fact }) => ({ ...fact, relayed_to: BigInt(relayed_to) }))
}
