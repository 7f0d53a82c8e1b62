import { expect } from 'vitest'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Received, Receiver } from '../fakes/receiver.ts'
import { eventually } from '../harness/eventually.ts'

/**
 * Waits until this many deliveries are recorded as delivered. Expects that each was received, each event under one key
 * for an endpoint, and nothing else. Returns the number of repeats.
 */
export async function expectDeliveredOnce(
  database: Database,
  receivers: readonly Receiver[],
  events: number,
  timeout_ms: number,
): Promise<number> {
  const count = events * receivers.length
  await eventually(
    async () => {
      const { rows } = await database.query<{ status: string; count: number }>(
        'SELECT status, count(*) AS count FROM webhook.delivery GROUP BY status',
      )
      expect(rows).toEqual([{ status: 'delivered', count }])
      return true
    },
    { timeout_ms, interval_ms: 100 },
  )
  const { rows } = await database.query<{ key: string }>('SELECT key FROM webhook.delivery')
  expect(new Set(receivers.flatMap((receiver) => receiver.keys()))).toEqual(
    new Set(rows.map(({ key }) => key)),
  )
  for (const { received } of receivers) {
    const keysOf = Map.groupBy(received, eventIdOf)
    expect(keysOf.size).toBe(events)
    for (const ones of keysOf.values()) expect(new Set(ones.map(({ key }) => key)).size).toBe(1)
  }
  return receivers.reduce((sum, { received }) => sum + received.length, 0) - count
}

function eventIdOf({ body }: Received): number {
  return (JSON.parse(body) as { id: number }).id
}
