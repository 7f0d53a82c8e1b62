import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrationFolders } from '../../../cli/context/migration-folders.ts'
import { migrate } from '../../../runtime/postgres/migrate.ts'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { layoutOf } from '../../../stack/home/layout.ts'
import { noProgress } from '../../../stack/install/progress.ts'
import { freePort } from '../../../stack/processes/port.ts'
import { endProcess } from '../../../stack/processes/process.ts'
import { privateDatabaseUrl } from '../../../stack/services/postgres.ts'
import { bringUp, reset } from '../../../stack/stack.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { testSettings } from '../harness/settings.ts'
import { createPostgis, databaseUrlOf, roleOf } from '../harness/template-database.ts'
import type { TestDatabase } from '../stores/database.ts'
import { onServer } from '../stores/on-server.ts'

/** A Postgres server for this test, which can be crashed, stopped and filled without effect on others. */
export type OwnPostgres = {
  /** The address for the superuser. */
  readonly server_url: string
  createDatabase(overrides?: Partial<Settings>, options?: string): Promise<TestDatabase>
  /** kill -9 of one session: the server assumes damaged memory, ends every session and recovers. */
  crash(): Promise<void>
  /** Acts like a power loss: no more data is written, and clients get no notice. */
  stop(): Promise<void>
  start(): Promise<void>
}

export async function createOwnPostgres(): Promise<OwnPostgres> {
  const home = await mkdtemp(join(tmpdir(), 'legislog-postgres-'))
  const settings = testSettings({ home, database_url: '', postgres_port: await freePort() })
  const start = () => bringUp(settings, noProgress)
  const { database_url: ownUrl } = await start()
  const serverUrl = privateDatabaseUrl(settings, layoutOf(settings), 'postgres') as string
  cleanUp(async () => {
    await reset(settings, noProgress)
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
      await createPostgis(databaseUrlOf(serverUrl, name))
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
