import { refuseLogAhead } from '../ingest/recover/log-ahead.ts'
import { createKafka, topicFrom } from '../runtime/kafka.ts'
import { createLog, type Log } from '../runtime/log.ts'
import { createLogSource } from '../runtime/log-source.ts'
import type { Database } from '../runtime/postgres.ts'
import type { Settings } from '../runtime/settings.ts'

/**
 * Before anything tells the log of news: whether ingest knows of what the log was told last. Throws `log_ahead`. Where
 * Kafka is away ingest goes on: what it writes waits in the outbox, and the relay, which cannot be without Kafka, looks
 * before it sends any of it.
 */
export async function checkLogIsKnown(settings: Settings, database: Database, log: Log): Promise<void> {
  const kafka = createKafka(settings, 'legislog-check', createLog('kafka', 'silent'))
  const admin = kafka.admin({ retry: { retries: 0 } })
  let existing: string[]
  try {
    await admin.connect()
    existing = await admin.listTopics()
  } catch (error) {
    log.warn({ reason: String(error) }, 'Kafka is away: whether the log is ahead of ingest is not known')
    return
  } finally {
    await admin.disconnect()
  }
  const names = existing.flatMap((name) => topicFrom(settings, name) ?? [])
  const source = createLogSource({ settings, kafka, log })
  try {
    await refuseLogAhead(source, database, names)
  } finally {
    await source.close()
  }
}
