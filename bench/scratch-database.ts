import pg from 'pg'
import { migrationFolders } from '../cli/migration-folders.ts'
import { migrate } from '../runtime/migrations.ts'
import { createDatabase, type Database } from '../runtime/postgres.ts'
import { registerSchemas } from '../runtime/schema-registration.ts'
import { createRegistryClient } from '../runtime/schema-registry.ts'
import { databaseUrl } from '../runtime/services.ts'
import type { Settings } from '../runtime/settings.ts'

export type Scratch = { readonly settings: Settings; readonly database: Database; drop(): Promise<void> }

/** A migrated database of a benchmark's own on the running Postgres, so that nothing of the service is touched. */
export async function createScratch(settings: Settings, name: string): Promise<Scratch> {
  const database_name = `legislog_bench_${name.replaceAll('-', '_')}`
  const server = databaseUrl(settings)
  await onServer(server, `DROP DATABASE IF EXISTS ${database_name} WITH (FORCE)`)
  await onServer(server, `CREATE DATABASE ${database_name}`)
  const url = new URL(server)
  url.pathname = `/${database_name}`
  await migrate(url.href, migrationFolders)
  const own = { ...settings, database_url: url.href, topic_prefix: `bench-${name}-${process.pid}-` }
  const database = createDatabase(own, { application_name: `legislog bench ${name}` })
  await registerSchemas(createRegistryClient(own), database)
  return {
    settings: own,
    database,
    async drop() {
      await database.end()
      await onServer(server, `DROP DATABASE IF EXISTS ${database_name} WITH (FORCE)`)
    },
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
