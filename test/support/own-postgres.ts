import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrationFolders } from '../../cli/migration-folders.ts'
import { migrate } from '../../runtime/migrations.ts'
import { createDatabase } from '../../runtime/postgres.ts'
import type { Settings } from '../../runtime/settings.ts'
import { layoutOf } from '../../stack/layout.ts'
import { freePort } from '../../stack/port.ts'
import { privateDatabaseUrl } from '../../stack/postgres.ts'
import { endProcess } from '../../stack/process.ts'
import { bringUp, reset } from '../../stack/stack.ts'
import { cleanUp } from './clean-up.ts'
import type { TestDatabase } from './database.ts'
import { onServer } from './on-server.ts'
import { testSettings } from './settings.ts'
import { databaseUrlOf, roleOf } from './template-database.ts'

/** A Postgres server of this test's own, which may be crashed, stopped and filled without anybody else's loss. */
export type OwnPostgres = {
  /** Of its superuser. */
  readonly server_url: string
  createDatabase(overrides?: Partial<Settings>, options?: string): Promise<TestDatabase>
  /** kill -9 of one session: the server takes its memory for damaged, ends every session and recovers. */
  crash(): Promise<void>
  /** As if its machine had lost its power: nothing is written any more, nobody is told. */
  stop(): Promise<void>
  start(): Promise<void>
}

export async function createOwnPostgres(): Promise<OwnPostgres> {
  const home = await mkdtemp(join(tmpdir(), 'legislog-postgres-'))
  const settings = testSettings({ home, database_url: '', postgres_port: await freePort() })
  const start = () => bringUp(settings, () => {})
  const { database_url: ownUrl } = await start()
  const serverUrl = privateDatabaseUrl(settings, layoutOf(settings), 'postgres') as string
  cleanUp(async () => {
    await reset(settings, () => {})
    await rm(home, { recursive: true, force: true })
  })
  let databases = 0

  return {
    server_url: serverUrl,
    async createDatabase(overrides = {}, options = '') {
      databases += 1
      const name = `own_${databases}`
      await onServer(serverUrl, (client) =>
        client.query(`CREATE DATABASE ${name} OWNER ${roleOf(ownUrl)} ${options}`),
      )
      const url = databaseUrlOf(ownUrl, name)
      await migrate(url, migrationFolders)
      const own = testSettings({ ...overrides, database_url: url })
      const database = createDatabase(own, { application_name: 'legislog test' })
      const drop = async () => {
        if (!database.ended) await database.end()
      }
      cleanUp(drop)
      return { url, database, settings: own, drop }
    },
    crash: () =>
      onServer(serverUrl, async (client) => {
        const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
        const ended = new Promise<void>((done) => client.once('end', () => done()))
        process.kill(rows[0]!.pid, 'SIGKILL')
        await ended
      }),
    async stop() {
      await endProcess(layoutOf(settings).pidFile('postgres'), 'SIGQUIT', 20_000)
    },
    start: () => start().then(() => {}),
  }
}
