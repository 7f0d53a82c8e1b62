import { migrationFolders } from '../../cli/context/migration-folders.ts'
import { migrate } from '../../runtime/postgres/migrate.ts'
import { createDatabase, type Database } from '../../runtime/postgres/postgres.ts'
import { createRegistryClient } from '../../runtime/registry/registry-client.ts'
import { registerSchemas } from '../../runtime/registry/schema-registration.ts'
import { databaseUrl } from '../../runtime/settings/addresses.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { layoutOf } from '../../stack/home/layout.ts'
import { privateDatabaseUrl } from '../../stack/services/postgres.ts'
import { onServer } from '../../test/support/stores/on-server.ts'

export type Scratch = {
  readonly settings: Settings
  readonly database: Database
  /** Keeps the database. */
  close(): Promise<void>
  drop(): Promise<void>
}

/**
 * A migrated database for one benchmark on the running Postgres, so that the service is not touched. `reuse`: the one of
 * an earlier run that was kept, if it exists.
 */
export async function createScratch(
  settings: Settings,
  name: string,
  { reuse = false } = {},
): Promise<Scratch> {
  const databaseName = `legislog_bench_${name.replaceAll('-', '_')}`
  const owner = new URL(databaseUrl(settings))
  const server = serverUrl(settings)
  const drop = () =>
    onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${databaseName} WITH (FORCE)`))
  if (!reuse) await drop()
  await onServer(server, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName} OWNER ${owner.username}`)
  })
  const url = new URL(`/${databaseName}`, owner)
  // Only a superuser can create it, and the migration of the lookup needs it.
  await onServer(new URL(`/${databaseName}`, server).href, (client) =>
    client.query('CREATE EXTENSION IF NOT EXISTS postgis'),
  )
  await migrate(url.href, migrationFolders)
  const own = { ...settings, database_url: url.href, topic_prefix: `bench-${name}-${process.pid}-` }
  const database = createDatabase(own, { application_name: `legislog bench ${name}` })
  await registerSchemas(createRegistryClient(own), database)
  return {
    settings: own,
    database,
    close: () => database.end(),
    async drop() {
      await database.end()
      await drop()
    },
  }
}

/** The role of our services may not create databases on the private server, so its superuser does. */
export function serverUrl(settings: Settings): string {
  const layout = layoutOf(settings)
  const own = privateDatabaseUrl(settings, layout, 'legislog')
  if (own !== databaseUrl(settings)) return databaseUrl(settings)
  return privateDatabaseUrl(settings, layout, 'postgres')!
}
