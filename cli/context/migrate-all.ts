import { forgetLostSchemas, migrate } from '../../runtime/postgres/migrate.ts'
import { migratedParts, migrationFolders } from './migration-folders.ts'

/** Brings the database to the newest version; a schema of ours that was lost is made again, empty. */
export async function migrateAll(databaseUrl: string): Promise<{ applied: string[] }> {
  await forgetLostSchemas(databaseUrl, migratedParts)
  return migrate(databaseUrl, migrationFolders)
}
