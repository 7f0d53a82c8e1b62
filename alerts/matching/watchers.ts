import type { PoolClient } from 'pg'
import type { ReadChange } from '../log/read-batch.ts'
import type { FoundBySearch } from './searches.ts'

/** A subscription that is served: its recipient has agreed, and nobody paused or ended it. */
type Watcher = {
  readonly id: number
  readonly recipient_id: number
  readonly start: Readonly<Record<string, number>>
}

/** The subscriptions that each change is about, by recipient. */
export type Watching = ReadonlyMap<ReadChange, ReadonlyMap<number, readonly number[]>>

const SERVED = `s.removed_at IS NULL AND s.stopped_at IS NULL AND NOT s.is_paused AND r.confirmed_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM alerts.suppression x WHERE x.address = r.address)`

/**
 * Finds who watches the bills of these changes: bills that a subscription names or its search has found, and those of its
 * sheet. A bill that has left since is watched no more, and one that came since is not yet. `found` adds the bills that
 * searches find now.
 */
export async function findWatchers(
  client: PoolClient,
  changes: readonly ReadChange[],
  found: FoundBySearch,
): Promise<Watching> {
  const bills = [...new Set(changes.map(({ change }) => change.bill_id))]
  const { rows } = await client.query<Watcher & { bill_id: number }>(
    `WITH bill AS (
       SELECT id, id AS named FROM unnest($1::bigint[]) AS id
       UNION SELECT into_id, bill_id FROM alerts.merged_bill WHERE into_id = ANY ($1::bigint[])
     ), watched AS (
       SELECT w.subscription_id, b.id AS bill_id FROM bill b JOIN alerts.watched_bill w ON w.bill_id = b.named
       UNION
       SELECT s.id, b.id FROM bill b
       JOIN account.bill_sheet_item i ON i.bill_id = b.named AND i.removed_at IS NULL
       JOIN alerts.subscription s ON s.sheet_id = i.sheet_id AND s.removed_at IS NULL
       UNION
       SELECT * FROM unnest($2::bigint[], $3::bigint[])
     )
     SELECT s.id, s.recipient_id, s.start, w.bill_id FROM watched w
     JOIN alerts.subscription s ON s.id = w.subscription_id JOIN alerts.recipient r ON r.id = s.recipient_id
     WHERE ${SERVED} ORDER BY s.id`,
    [bills, found.map(({ subscription_id }) => subscription_id), found.map(({ bill_id }) => bill_id)],
  )
  const watchers = Map.groupBy(rows, ({ bill_id }) => bill_id)
  return new Map(
    changes.map((read) => {
      const own = (watchers.get(read.change.bill_id) ?? []).filter((watcher) => isAfterStart(watcher, read))
      const recipients = Map.groupBy(own, ({ recipient_id }) => recipient_id)
      return [read, new Map([...recipients].map(([id, same]) => [id, same.map((one) => one.id)]))]
    }),
  )
}

/** Events before the subscription are not reported. */
export const isAfterStart = (
  { start }: Pick<Watcher, 'start'>,
  { partition_key, offset }: Pick<ReadChange, 'partition_key' | 'offset'>,
): boolean => offset >= BigInt(start[partition_key] ?? 0)
