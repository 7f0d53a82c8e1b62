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

export type Scratch = { readonly settings: Settings; readonly database: Database; drop(): Promise<void> }

/** A migrated database for one benchmark on the running Postgres, so that the service is not touched. */
export async function createScratch(settings: Settings, name: string): Promise<Scratch> {
  const databaseName = `legislog_bench_${name.replaceAll('-', '_')}`
  const owner = new URL(databaseUrl(settings))
  const server = serverUrl(settings)
  const drop = () =>
    onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${databaseName} WITH (FORCE)`))
  await drop()
  await onServer(server, (client) => client.query(`CREATE DATABASE ${databaseName} OWNER ${owner.username}`))
  const url = new URL(`/${databaseName}`, owner)
  await migrate(url.href, migrationFolders)
  const own = { ...settings, database_url: url.href, topic_prefix: `bench-${name}-${process.pid}-` }
  const database = createDatabase(own, { application_name: `legislog bench ${name}` })
  await registerSchemas(createRegistryClient(own), database)
  return {
    settings: own,
    database,
    async drop() {
      await database.end()
      await drop()
    },
  }
}

/** The role of our services may not create databases on the private server, so its superuser does. */
function serverUrl(settings: Settings): string {
  const layout = layoutOf(settings)
  const own = privateDatabaseUrl(settings, layout, 'legislog')
  if (own !== databaseUrl(settings)) return databaseUrl(settings)
  return privateDatabaseUrl(settings, layout, 'postgres')!
}
