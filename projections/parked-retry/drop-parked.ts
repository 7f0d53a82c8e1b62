import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { dropEvents, type ParkedKeyRef, takeParked, unparkKey } from './parked-key.ts'

/**
 * Drops the first event of a parked key: it is kept, and never applied to this read schema. The others wait for a retry;
 * without others the key is no longer parked. Returns the offset of the event.
 */
export async function dropParked(database: Database, parkedKey: ParkedKeyRef): Promise<string> {
  return inTransaction(database, async (client) => {
    const [first, ...others] = await takeParked(client, parkedKey)
    await dropEvents(client, parkedKey, [first!])
    if (others.length === 0) await unparkKey(client, parkedKey, first!.partition)
    return String(first!.offset)
  })
}
