import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { inject } from 'vitest'
import { createDatabase, type Database } from '../../../runtime/postgres/postgres.ts'
import { homeFolder, type Settings } from '../../../runtime/settings/settings.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { testSettings } from '../harness/settings.ts'
import { createPostgis, databaseUrlOf, roleOf, type Templates } from '../harness/template-database.ts'
import { onServer } from './on-server.ts'

export type TestDatabase = {
  readonly url: string
  readonly database: Database
  /** The settings of the run with this database. */
  readonly settings: Settings
}

/** A whole run creates less than half of this. */
const ROOM_BYTES = 10_000_000_000

/**
 * A migrated database for this test. It is dropped when the run has ended: ext4 checks each inode that was deleted in
 * the last minutes for every new file, so earlier drops would make the next databases take many times the CPU.
 */
export function createTestDatabase(overrides: Partial<Settings> = {}): Promise<TestDatabase> {
  return createFrom(templateOf('migrated'), overrides)
}

/** The same with the tables of a live read schema, which nothing was projected into. */
export function createProjectedDatabase(overrides: Partial<Settings> = {}): Promise<TestDatabase> {
  return createFrom(templateOf('projected'), overrides)
}

function templateOf(kind: keyof Templates): string {
  const templates = inject('templates')
  if ('failure' in templates) throw new Error(`the migrations failed: ${templates.failure}`)
  return templates[kind]
}

/** A database with PostGIS, which a superuser creates, but without our tables: the state before a restore. */
export async function createEmptyDatabase(overrides: Partial<Settings> = {}): Promise<TestDatabase> {
  const empty = await createFrom('template0', overrides)
  await createPostgis(superuserUrlOf(new URL(empty.url).pathname.slice(1)))
  return empty
}

async function createFrom(template: string, overrides: Partial<Settings>): Promise<TestDatabase> {
  const serverUrl = inject('server_url')
  const ownUrl = testSettings().database_url
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  // A copy in blocks, which is the default, goes through the buffers and the log of the server.
  const how = `TEMPLATE ${template} STRATEGY FILE_COPY`
  await administer(serverUrl, `CREATE DATABASE ${name} OWNER ${roleOf(ownUrl)} ${how}`)
  const url = databaseUrlOf(ownUrl, name)
  const settings = testSettings({ ...overrides, database_url: url })
  const database = createDatabase(settings, { application_name: 'legislog test' })
  cleanUp(async () => {
    if (!database.ended) await database.end()
    const { bavail, bsize } = await statfs(homeFolder(settings))
    if (bavail * bsize < ROOM_BYTES) await administer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
  })
  return { url, database, settings }
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  await onServer(databaseUrlOf(serverUrl, 'postgres'), (client) => client.query(statement))
}

/**
 * The address of a test database for the superuser of the test run, who may do more than the role of our services.
 */
export function superuserUrlOf(databaseName: string): string {
  return databaseUrlOf(inject('server_url'), databaseName)
}
