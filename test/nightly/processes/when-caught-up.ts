import { setTimeout as delay } from 'node:timers/promises'
import { projectionStatus } from '../../../projections/service/status.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { countDeferred } from '../../../webhooks/fan-out/deferred-events.ts'

const POLL_MS = 100

/** Resolves when nothing waits in the outbox, to be projected, to be dispatched or to be delivered. */
export async function whenCaughtUp(
  database: Database,
  { timeout_ms = 120_000 }: { timeout_ms?: number } = {},
): Promise<void> {
  const until = performance.now() + timeout_ms
  for (;;) {
    const waiting = await readWaiting(database)
    if (Object.values(waiting).every((count) => count === 0)) return
    if (performance.now() >= until) throw new Error(`still waiting: ${JSON.stringify(waiting)}`)
    await delay(POLL_MS)
  }
}

/** The outbox comes first: events that leave it meanwhile are found in the log. */
async function readWaiting(database: Database): Promise<Record<string, number>> {
  const count = async (text: string) => (await database.query<{ count: number }>(text)).rows[0]!.count
  const outbox = await count('SELECT count(*) AS count FROM ingest.outbox')
  const live = (await projectionStatus(database)).find((one) => one.is_live)
  const partitions = live?.partitions ?? []
  const lag = partitions.reduce((sum, { lag_events, claimed }) => sum + lag_events + claimed, 0)
  const dispatch = await count(`
    SELECT coalesce(sum(greatest(coalesce(c.end_offset, 0) - w.next, 0)), 0)::bigint AS count
    FROM webhook.position w LEFT JOIN control.partition_clock c USING (topic, partition)`)
  const { unread } = await countDeferred(database)
  const deliver = await count("SELECT count(*) AS count FROM webhook.delivery WHERE status = 'pending'")
  return { outbox, project: live === undefined ? 1 : lag, dispatch: dispatch + unread, deliver }
}
