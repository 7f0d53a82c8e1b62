import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findPostgres } from '../../../stack/install/programs.ts'
import { runCommand } from '../../../stack/processes/command.ts'
import { freePort } from '../../../stack/processes/port.ts'
import { endProcess, launch } from '../../../stack/processes/process.ts'
import { ownFile, serverAccount } from '../../../stack/services/postgres-account.ts'
import { answersPostgres } from '../../../stack/services/probe.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { eventually } from '../harness/eventually.ts'
import { onServer } from '../stores/on-server.ts'
import type { OwnPostgres } from './own-postgres.ts'

/** A streaming replica of the server of a test. */
export type OwnReplica = {
  /** Resolves when it has replayed everything that the primary has written so far. */
  caughtUp(): Promise<void>
  /** Cuts it off from the primary. */
  stop(): Promise<void>
  /** Promotes it in its present state; the old primary may continue to run. */
  promote(): Promise<void>
  /** The address of a database of the primary on this replica. */
  urlOf(primaryUrl: string): string
}

export async function createOwnReplica(primary: OwnPostgres): Promise<OwnReplica> {
  const programs = await findPostgres()
  if (programs === undefined) throw new Error('there is no Postgres on this machine')
  const account = await serverAccount()
  const user = account === undefined ? {} : { user: account }
  const home = await mkdtemp(join(tmpdir(), 'legislog-replica-'))
  await ownFile(home, account)
  const data = join(home, 'data')
  await runCommand(
    join(dirname(programs.postgres), 'pg_basebackup'),
    ['-d', primary.server_url, '-D', data, '-R', '-X', 'stream', '--checkpoint=fast'],
    { folder: home, ...user },
  )
  const port = await freePort()
  const pidFile = join(home, 'postgres.pid')
  const urlOf = (primaryUrl: string) => {
    const url = new URL(primaryUrl)
    url.port = String(port)
    return url.href
  }
  const url = urlOf(primary.server_url)

  async function start(more: Record<string, string> = {}): Promise<void> {
    const own = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 200 }
    const options = { ...own, ...more }
    await launch(
      {
        program: programs!.postgres,
        args: ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        folder: data,
        log: join(home, 'postgres.log'),
        ...user,
      },
      pidFile,
    )
    await eventually(() => answersPostgres(url), { timeout_ms: 30_000 })
  }
  const stop = () => endProcess(pidFile, 'SIGINT', 20_000).then(() => {})

  await start()
  cleanUp(async () => {
    await stop()
    await rm(home, { recursive: true, force: true })
  })
  return {
    urlOf,
    stop,
    async caughtUp() {
      const [{ lsn }] = await ask<{ lsn: string }>(
        primary.server_url,
        'SELECT pg_current_wal_lsn()::text AS lsn',
      )
      await eventually(async () => {
        const text = `SELECT pg_last_wal_replay_lsn() >= '${lsn}' AS is_there`
        return (await ask<{ is_there: boolean }>(url, text))[0].is_there
      })
    },
    async promote() {
      await start({ primary_conninfo: '' })
      await ask(url, 'SELECT pg_promote(true, 30)')
    },
  }
}

async function ask<T>(url: string, text: string): Promise<[T, ...T[]]> {
  const { rows } = await onServer(url, (client) => client.query(text))
  return rows as [T, ...T[]]
}
