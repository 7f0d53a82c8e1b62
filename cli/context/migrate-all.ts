import { addPositionsEverywhere } from '../../projections/read-schemas/read-schema.ts'
import { forgetLostSchemas, migrate } from '../../runtime/postgres/migrate.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import { databaseUrl } from '../../runtime/settings/addresses.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { migratedParts, migrationFolders } from './migration-folders.ts'

/**
 * Brings the database to the newest version; a schema of ours that was lost is made again, empty. Each read schema gets a
 * position in the topics that it lacks, so that no event of a new topic is written before its readers count it.
 */
export async function migrateAll(settings: Settings): Promise<{ applied: string[] }> {
  const url = databaseUrl(settings)
  await forgetLostSchemas(url, migratedParts)
  const migrated = await migrate(url, migrationFolders)
  const database = createDatabase(settings, { application_name: 'legislog migrate' })
  try {
    await addPositionsEverywhere(database, settings)
  } finally {
    await database.end()
  }
  return migrated
}
