import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { type ParkedKeyRef, takeParked, unparkKey } from './parked-key.ts'

/**
 * Drops the first event of a parked key: it is kept, and never applied to this read schema. The others wait for a retry;
 * without others the key is no longer parked. Returns the offset of the event.
 */
export async function dropParked(database: Database, parkedKey: ParkedKeyRef): Promise<string> {
  return inTransaction(database, async (client) => {
    const [first, ...others] = await takeParked(client, parkedKey)
    await client.query(
      `UPDATE control.parked_event SET dropped_at = now()
       WHERE read_schema = $1 AND topic = $2 AND partition = $3 AND "offset" = $4`,
      [parkedKey.read_schema, parkedKey.topic, first!.partition, String(first!.offset)],
    )
    if (others.length === 0) await unparkKey(client, parkedKey, first!.partition)
    return String(first!.offset)
  })
}
