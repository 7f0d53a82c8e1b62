import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { migrationFolders } from '../../../cli/context/migration-folders.ts'
import { migrate } from '../../../runtime/postgres/migrate.ts'
import { findPostgres } from '../../../stack/install/programs.ts'
import { runCommand } from '../../../stack/processes/command.ts'
import { freePort } from '../../../stack/processes/port.ts'
import { type Account, ownFile, serverAccount } from '../../../stack/services/postgres-account.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { eventually } from '../harness/eventually.ts'
import { onServer } from '../stores/on-server.ts'

export type ReplicatedPostgres = {
  readonly url: string
  readonly replica_url: string
  /** Pauses the replica, and resumes it. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Resolves when the replica has everything that the primary has now. */
  caughtUp(): Promise<void>
}

/** The folder of the programs; undefined if this machine has no Postgres that can make a replica. */
export async function replicatingPrograms(): Promise<string | undefined> {
  const programs = await findPostgres()
  const folder = programs === undefined ? undefined : dirname(programs.postgres)
  return folder !== undefined && existsSync(join(folder, 'pg_basebackup')) ? folder : undefined
}

/** A migrated Postgres for this test with a streaming replica. Both end with the test file. */
export async function createReplicatedPostgres(programs: string): Promise<ReplicatedPostgres> {
  const account = await serverAccount()
  const home = await mkdtemp(join(tmpdir(), 'legislog-replica-'))
  await chmod(home, 0o755)
  await ownFile(home, account)
  cleanUp(() => rm(home, { recursive: true, force: true }))
  const run = (name: string, args: readonly string[]) =>
    runCommand(join(programs, name), args, { folder: home, ...(account && { user: account }) })

  const [primary, replica] = [join(home, 'primary'), join(home, 'replica')]
  const [port, replica_port] = [await freePort(), await freePort()]
  await run('initdb', [
    '--pgdata',
    primary,
    '--username',
    'legislog',
    '--auth',
    'trust',
    '--no-sync',
    '--locale',
    'C',
  ])
  await startServer(programs, account, primary, port)
  const serverUrl = `postgres://legislog@127.0.0.1:${port}/postgres`
  await migrate(serverUrl, migrationFolders)
  const backup = ['--pgdata', replica, '--write-recovery-conf', '--checkpoint', 'fast', '--no-sync']
  await run('pg_basebackup', [
    ...backup,
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--username',
    'legislog',
  ])
  await startServer(programs, account, replica, replica_port)
  const replicaUrl = `postgres://legislog@127.0.0.1:${replica_port}/postgres`

  return {
    url: serverUrl,
    replica_url: replicaUrl,
    pause: async () => void (await ask(replicaUrl, 'SELECT pg_wal_replay_pause()')),
    resume: async () => void (await ask(replicaUrl, 'SELECT pg_wal_replay_resume()')),
    async caughtUp() {
      const lsn = await ask(serverUrl, 'SELECT pg_current_wal_lsn()::text AS found')
      await eventually(
        async () => (await ask(replicaUrl, `SELECT pg_last_wal_replay_lsn() >= '${lsn}' AS found`)) === true,
      )
    },
  }
}

async function startServer(
  programs: string,
  account: Account | undefined,
  data: string,
  port: number,
): Promise<void> {
  const options = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    shared_buffers: '32MB',
  }
  const args = Object.entries({ ...options, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...args], {
    cwd: data,
    stdio: 'ignore',
    ...account,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  cleanUp(async () => {
    // This does not wait for connections.
    child.kill('SIGINT')
    await ended
  })
  await eventually(() => ask(`postgres://legislog@127.0.0.1:${port}/postgres`, 'SELECT true AS found'), {
    timeout_ms: 20_000,
  })
}

async function ask(connectionString: string, statement: string): Promise<unknown> {
  const { rows } = await onServer(connectionString, (client) => client.query<{ found: unknown }>(statement))
  return rows[0]?.found
}
