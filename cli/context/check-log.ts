import { createIsEvent } from '../../ingest/relay/log-checks/is-event.ts'
import { refuseLogAhead } from '../../ingest/relay/log-checks/log-ahead.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createLogGuard, listTopics } from '../../runtime/kafka/log-guard/log-guard.ts'
import { readRelayedOffsets } from '../../runtime/kafka/log-guard/relayed-offsets.ts'
import { createLog, type Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { TopicName } from '../../schemas/log/topics.ts'

/**
 * Checks the log before ingest writes changes. Throws `log_behind` if the log lacks events that were relayed
 * to it, and `log_ahead` if it ends with events that ingest does not know. If Kafka is away, ingest
 * continues: its events wait in the outbox, and the relay, which needs Kafka, checks again before it sends
 * them.
 */
export async function checkLogIsKnown(settings: Settings, database: Database, log: Log): Promise<void> {
  const kafka = createKafka(settings, 'legislog-check', createLog('kafka', 'silent'))
  let names: TopicName[]
  try {
    names = await listTopics(kafka, settings, { retries: 0 })
  } catch (error) {
    log.warn(
      { reason: String(error) },
      'Kafka does not answer, so it cannot be checked that the log belongs to this state of ingest',
    )
    return
  }
  // Each connection to Kafka logs in, which takes longer than what is asked: both checks share one source.
  const guard = createLogGuard({ settings, kafka, log, topics: names })
  try {
    await guard.checkEvents(await readRelayedOffsets(database))
    const isEvent = createIsEvent(settings, database)
    await refuseLogAhead({ source: guard.source(), names, database, isEvent })
  } finally {
    await guard.close()
  }
}
