import pg from 'pg'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { Layout } from '../home/layout.ts'
import { ensureSecret } from '../home/secrets.ts'
import { privateDatabaseUrl } from './postgres.ts'

/**
 * Creates the roles of our services and of the registry if they are missing, each with a database of the same
 * name. The roles are not superusers and cannot connect to each other's database.
 */
export async function ensureRoles(
  settings: Settings,
  layout: Layout,
  roles: readonly ('legislog' | 'registry')[],
): Promise<void> {
  const client = new pg.Client({ connectionString: privateDatabaseUrl(settings, layout, 'postgres') })
  await client.connect()
  try {
    for (const role of roles) {
      const password = client.escapeLiteral(await ensureSecret(layout, `postgres-${role}`))
      if (!(await has(client, 'SELECT FROM pg_catalog.pg_roles WHERE rolname = $1', role))) {
        await client.query(`CREATE ROLE ${role} LOGIN`)
      }
      // The file is what counts: an earlier run may have been killed before it wrote one.
      await client.query(`ALTER ROLE ${role} PASSWORD ${password}`)
      await mayCheckpoint(client, role)
      if (await has(client, 'SELECT FROM pg_catalog.pg_database WHERE datname = $1', role)) continue
      await client.query(`CREATE DATABASE ${role} OWNER ${role}`)
      await client.query(`REVOKE ALL ON DATABASE ${role} FROM PUBLIC`)
    }
  } finally {
    await client.end()
  }
  if (roles.includes('legislog')) await ensurePostgis(settings, layout)
}

/** Benchmarks let the server finish its work before they measure. Before Postgres 15 only a superuser can ask for that. */
async function mayCheckpoint(client: pg.Client, role: string): Promise<void> {
  if (await has(client, 'SELECT FROM pg_catalog.pg_roles WHERE rolname = $1', 'pg_checkpoint')) {
    await client.query(`GRANT pg_checkpoint TO ${role}`)
  }
}

/** The extension of the address lookup. Only a superuser can create it. */
async function ensurePostgis(settings: Settings, layout: Layout): Promise<void> {
  const url = new URL(privateDatabaseUrl(settings, layout, 'postgres') ?? '')
  url.pathname = '/legislog'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS postgis')
  } finally {
    await client.end()
  }
}

async function has(client: pg.Client, query: string, name: string): Promise<boolean> {
  return (await client.query(query, [name])).rowCount === 1
}
