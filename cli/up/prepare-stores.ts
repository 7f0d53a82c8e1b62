import { ensureReadSchema } from '../../projections/read-schema.ts'
import { createKafka, ensureTopics } from '../../runtime/kafka.ts'
import type { Log } from '../../runtime/log.ts'
import { migrate } from '../../runtime/migrations.ts'
import { createDatabase } from '../../runtime/postgres.ts'
import { registerSchemas } from '../../runtime/schema-registration.ts'
import { createRegistryClient } from '../../runtime/schema-registry.ts'
import { databaseUrl } from '../../runtime/services.ts'
import type { Settings } from '../../runtime/settings.ts'
import { migrationFolders } from '../migration-folders.ts'

/** Database, topics, schemas and the first read schema: everything that our services expect to be there. */
export async function prepareStores(
  settings: Settings,
  log: Log,
  tell: (step: string, detail: string, done?: boolean) => void,
): Promise<void> {
  const { applied } = await migrate(databaseUrl(settings), migrationFolders)
  tell('database', applied.length === 0 ? 'up to date' : `${applied.length} migrations applied`, true)
  await ensureTopics(createKafka(settings, 'legislog-setup', log), settings)
  tell('topics', 'there', true)
  const database = createDatabase(settings, { application_name: 'legislog setup' })
  try {
    const registrations = await registerSchemas(createRegistryClient(settings), database)
    tell('schemas', `${registrations.length} registered`, true)
    tell('rows', `read schema ${await ensureReadSchema(database, settings)}`, true)
  } finally {
    await database.end()
  }
}
