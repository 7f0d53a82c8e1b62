import { forgetLostSchemas, migrate } from '../runtime/migrations.ts'
import { migratedParts, migrationFolders } from './migration-folders.ts'

/** Brings the database to the newest version; a schema of ours that was lost is made again, empty. */
export async function migrateAll(database_url: string): Promise<{ applied: string[] }> {
  await forgetLostSchemas(database_url, migratedParts)
  return migrate(database_url, migrationFolders)
}
