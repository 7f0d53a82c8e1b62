import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { inject } from 'vitest'
import { createDatabase, type Database } from '../../../runtime/postgres/postgres.ts'
import { homeFolder, type Settings } from '../../../runtime/settings/settings.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { testSettings } from '../harness/settings.ts'
import { databaseUrlOf, roleOf } from '../harness/template-database.ts'
import { onServer } from './on-server.ts'

export type TestDatabase = {
  readonly url: string
  readonly database: Database
  /** The settings of the run with this database. */
  readonly settings: Settings
}

/** A whole run makes less than half of this. */
const ROOM_BYTES = 10_000_000_000

/**
 * A migrated database of this test's own. It is dropped when the run has ended: ext4 looks at each inode that was deleted in the last
 * minutes for every new file, so that drops in between make the next databases take many times the CPU.
 */
export async function createTestDatabase(overrides: Partial<Settings> = {}): Promise<TestDatabase> {
  const template = inject('template')
  if ('failure' in template) throw new Error(`the migrations failed: ${template.failure}`)
  const serverUrl = inject('server_url')
  const ownUrl = testSettings().database_url
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await administer(serverUrl, `CREATE DATABASE ${name} OWNER ${roleOf(ownUrl)} TEMPLATE ${template.name}`)
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

/** The address of a test database for the superuser of the test run: for what the role of our services may not do. */
export function superuserUrlOf(databaseName: string): string {
  return databaseUrlOf(inject('server_url'), databaseName)
}
