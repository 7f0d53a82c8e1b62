import { ensureReadSchema } from '../../projections/read-schemas/read-schema.ts'
import { createKafka, ensureTopics } from '../../runtime/kafka/client/kafka-client.ts'
import { requireIntactLog } from '../../runtime/kafka/log-guard/refuse-lost-log.ts'
import { createLog } from '../../runtime/log.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import { createRegistryClient } from '../../runtime/registry/registry-client.ts'
import { registerSchemas } from '../../runtime/registry/schema-registration.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { migrateAll } from '../context/migrate-all.ts'

/**
 * Database, topics, schemas and the first read schema: everything that our services expect to be there. Throws `log_behind` if
 * Kafka is an empty or older one.
 */
export async function prepareStores(
  settings: Settings,
  report: (step: string, detail: string, done?: boolean) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { applied } = await migrateAll(settings)
  report('database', applied.length === 0 ? 'up to date' : `${applied.length} migrations applied`, true)
  // kafkajs logs an error if a broker does not have a topic yet, and then retries.
  const log = createLog(
    'setup',
    ['debug', 'trace'].includes(settings.log_level) ? settings.log_level : 'silent',
  )
  signal?.throwIfAborted()
  const kafka = createKafka(settings, 'legislog-setup', log)
  await ensureTopics(kafka, settings)
  report('topics', 'there', true)
  signal?.throwIfAborted()
  const database = createDatabase(settings, { application_name: 'legislog setup' })
  try {
    await requireIntactLog({ settings, database, kafka, log })
    const registrations = await registerSchemas(createRegistryClient(settings), database)
    report('schemas', `${registrations.length} registered`, true)
    report('rows', `read schema ${await ensureReadSchema(database, settings)}`, true)
  } finally {
    await database.end()
  }
}
