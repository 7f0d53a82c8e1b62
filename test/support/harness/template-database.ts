import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrationFolders } from '../../../cli/context/migration-folders.ts'
import { codeFingerprint } from '../../../projections/read-schemas/code-fingerprint.ts'
import { ensureReadSchema } from '../../../projections/read-schemas/read-schema.ts'
import { migrate } from '../../../runtime/postgres/migrate.ts'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'

/** Defined here and not with the other locks, since only tests use it. */
export const TEMPLATE_LOCK = 5_211_706_000_101

/** The databases that tests clone. */
export type Templates = {
  readonly migrated: string
  /** It has the tables of a live read schema too, which take longer to make than to copy. */
  readonly projected: string
}

/**
 * Makes the databases that tests clone, owned by the role of the settings. They are named after the text of the
 * migrations and of the projectors, so that an edited one makes a new template and an unchanged set costs nothing.
 */
export async function templateDatabases(serverUrl: string, settings: Settings): Promise<Templates> {
  const ownerUrl = settings.database_url
  const migrated = `template_${await migrationsHash()}`
  await makeOnce(serverUrl, migrated, `OWNER ${roleOf(ownerUrl)}`, async (unfinished) => {
    await createPostgis(databaseUrlOf(serverUrl, unfinished))
    await migrate(databaseUrlOf(ownerUrl, unfinished), migrationFolders)
    await run(databaseUrlOf(serverUrl, unfinished), SHRINK)
  })
  const projected = `${migrated}_${codeFingerprint()}`
  await makeOnce(
    serverUrl,
    projected,
    `OWNER ${roleOf(ownerUrl)} TEMPLATE ${migrated}`,
    async (unfinished) => {
      const own = { ...settings, database_url: databaseUrlOf(ownerUrl, unfinished) }
      const database = createDatabase(own, { application_name: 'legislog test' })
      await ensureReadSchema(database, own)
      // Positions belong to topics, and each test has its own.
      await database.query('DELETE FROM control.position')
      await database.end()
    },
  )
  return { migrated, projected }
}

async function makeOnce(
  serverUrl: string,
  name: string,
  how: string,
  fill: (unfinished: string) => Promise<void>,
): Promise<void> {
  await withClient(serverUrl, async (client) => {
    if (await hasDatabase(client, name)) return
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK])
    if (await hasDatabase(client, name)) return
    const unfinished = `${name}_unfinished`
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${unfinished} ${how}`)
    await fill(unfinished)
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
  })
}

/** Creates the extension as the stack does, because only a superuser can. */
export const createPostgis = (url: string): Promise<void> =>
  run(url, ['CREATE EXTENSION IF NOT EXISTS postgis'])

/** PostGIS brings 8,500 coordinate systems: two fifths of a new database. Ours are WGS 84, and NAD 83 of the Census. */
const SHRINK = [
  'DELETE FROM spatial_ref_sys WHERE srid NOT IN (4326, 4269)',
  'VACUUM (FULL, ANALYZE) spatial_ref_sys',
]

const run = (url: string, statements: readonly string[]): Promise<void> =>
  withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

export function databaseUrlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export function roleOf(url: string): string {
  return new URL(url).username
}

/** Drops databases of test processes that have ended. */
export async function dropAbandonedDatabases(serverUrl: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    for (const name of await listAbandoned(client)) {
      await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`)
    }
  })
}

export const countAbandonedDatabases = (serverUrl: string): Promise<number> =>
  withClient(serverUrl, async (client) => (await listAbandoned(client)).length)

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function listAbandoned(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    "SELECT datname FROM pg_catalog.pg_database WHERE datname LIKE 'test\\_%'",
  )
  return rows.map(({ datname }) => datname).filter((name) => isAbandoned(name.split('_')[1]))
}

/** The names of test databases contain the process id. */
export function isAbandoned(pid: string | undefined): boolean {
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

async function hasDatabase(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM pg_catalog.pg_database WHERE datname = $1', [name])
  return rowCount === 1
}

async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256').update(SHRINK.join())
  for (const folder of migrationFolders) {
    // A part may have no migrations.
    const names = await readdir(folder).catch(() => [])
    for (const name of names.sort()) hash.update(name).update(await readFile(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 12)
}
