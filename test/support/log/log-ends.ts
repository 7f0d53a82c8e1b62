import { expect } from 'vitest'
import { createKafka, topicName } from '../../../runtime/kafka/client/kafka-client.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { type TopicName, topics } from '../../../schemas/log/topics.ts'
import { countDeferred } from '../../../webhooks/fan-out/deferred-events.ts'
import { webhookTopics } from '../../../webhooks/log/log-ends.ts'
import { eventually } from '../harness/eventually.ts'

/**
 * The number of records that these topics ever had, as the broker says: for logs that no relay of this database
 * wrote.
 */
async function logEnd(settings: Settings, names: readonly TopicName[]): Promise<number> {
  const admin = createKafka(settings, 'legislog-test').admin()
  await admin.connect()
  try {
    const offsets = await Promise.all(names.map((name) => admin.fetchTopicOffsets(topicName(settings, name))))
    return offsets.flat().reduce((sum, { high }) => sum + Number(high), 0)
  } finally {
    await admin.disconnect()
  }
}

/** Resolves when a read schema (and, if requested, the dispatcher) has read everything that is in the log. */
export async function readToTheEnd(
  { settings, database }: { settings: Settings; database: Database },
  { read_schema = 'read_0001', dispatched = false, timeout_ms = 40_000 } = {},
): Promise<void> {
  await eventually(
    async () => {
      // A relay may still be sending, so the ends are read again with the positions.
      const end = await logEnd(
        settings,
        topics.map(({ name }) => name),
      )
      const sentEnd = await logEnd(settings, webhookTopics)
      const { rows } = await database.query<{ projected: number; dispatched: number }>(
        `SELECT (SELECT sum(next)::bigint FROM control.position WHERE read_schema = $1) AS projected,
           (SELECT coalesce(sum(next), 0)::bigint FROM webhook.position) AS dispatched`,
        [read_schema],
      )
      expect(rows[0]!.projected).toBe(end)
      if (dispatched) {
        expect(rows[0]!.dispatched).toBe(sentEnd)
        expect((await countDeferred(database)).unread).toBe(0)
      }
      return true
    },
    { timeout_ms },
  )
}
