import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Knex } from 'knex'
import pg from 'pg'
import { MIGRATION_LOCK } from './advisory-locks.ts'
import { takeAdvisoryLock } from './hold-advisory-lock.ts'

const MIGRATION_TABLE = 'legislog_migration'

/**
 * Applies the missing migrations of all folders, ordered by file name. Several may run at once: one works, the others
 * wait.
 */
export async function migrate(
  databaseUrl: string,
  folders: readonly string[],
): Promise<{ applied: string[] }> {
  const guard = new pg.Client({ connectionString: databaseUrl, application_name: 'legislog migrate' })
  // This connection is idle while migrations run. If Postgres goes away, they fail, and this error must not end the
  // process.
  guard.on('error', () => {})
  await guard.connect()
  // Only this needs it, and every command would start later for it.
  const { default: knex } = await import('knex')
  const database = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 2 } })
  try {
    await takeAdvisoryLock(guard, MIGRATION_LOCK)
    const config: Knex.MigratorConfig = {
      tableName: MIGRATION_TABLE,
      schemaName: 'public',
      migrationSource: new FolderSource(folders),
    }
    // We hold our own lock, so a lock row of knex is left over from a killed run.
    await database.migrate.forceFreeMigrationsLock(config)
    const [, applied] = (await database.migrate.latest(config)) as [number, string[]]
    return { applied }
  } finally {
    await database.destroy()
    await guard.end()
  }
}

/**
 * Makes the next `migrate` create lost schemas again, empty: their migrations count as not applied. Existing schemas
 * are left alone.
 */
export async function forgetLostSchemas(
  databaseUrl: string,
  parts: readonly { readonly schema: string; readonly folder: string }[],
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'legislog migrate' })
  await client.connect()
  try {
    const { rows } = await client.query<{ is_new: boolean }>(
      `SELECT to_regclass('public.${MIGRATION_TABLE}') IS NULL AS is_new`,
    )
    if (rows[0]!.is_new) return
    for (const { schema, folder } of parts) {
      await client.query(
        `DELETE FROM public.${MIGRATION_TABLE} WHERE name = ANY ($1::text[]) AND to_regnamespace($2) IS NULL`,
        [(await filesOf(folder)).map((file) => basename(file)), schema],
      )
    }
  } finally {
    await client.end()
  }
}

class FolderSource implements Knex.MigrationSource<string> {
  readonly #folders: readonly string[]

  constructor(folders: readonly string[]) {
    this.#folders = folders
  }

  async getMigrations(): Promise<string[]> {
    const files = await Promise.all(this.#folders.map(filesOf))
    return files.flat().sort((a, b) => (basename(a) < basename(b) ? -1 : 1))
  }

  getMigrationName(file: string): string {
    return basename(file)
  }

  async getMigration(file: string): Promise<Knex.Migration> {
    return (await import(pathToFileURL(file).href)) as Knex.Migration
  }
}

/** A part without such a folder has no tables. */
async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => /^\d+-[a-z0-9-]+\.ts$/.test(name)).map((name) => join(folder, name))
}
