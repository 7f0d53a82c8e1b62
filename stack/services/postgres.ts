import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { Layout } from '../home/layout.ts'
import { ensureSecret, readSecret, SERVICE_USER } from '../home/secrets.ts'
import type { PostgresPrograms } from '../install/programs.ts'
import { runCommand } from '../processes/command.ts'
import type { Launch } from '../processes/process.ts'
import { type Account, dataFolder, ownFile, serverAccount } from './postgres-account.ts'
import { memoryBytes, memoryParameters } from './postgres-memory.ts'
import { answersPostgres } from './probe.ts'
import type { Service } from './service.ts'

/** `postgres` is the superuser; our services and the registry each own one database and nothing else. */
export type DatabaseRole = 'postgres' | 'legislog' | 'registry'

const secretOf = {
  postgres: 'postgres-superuser',
  [SERVICE_USER]: 'postgres-legislog',
  registry: 'postgres-registry',
} as const

const parameters: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  wal_compression: 'lz4',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %a ',
}

/** Address of the role's own database on the private server; undefined before the server was ever made. */
export function privateDatabaseUrl(
  settings: Settings,
  layout: Layout,
  role: DatabaseRole,
): string | undefined {
  const password = readSecret(layout, secretOf[role])
  if (password === undefined) return undefined
  return `postgresql://${role}:${password}@127.0.0.1:${settings.postgres_port}/${role}`
}

export function postgresService(settings: Settings, layout: Layout, programs: PostgresPrograms): Service {
  return {
    name: 'postgres',
    async isReady() {
      const url = privateDatabaseUrl(settings, layout, 'postgres')
      return url !== undefined && (await answersPostgres(url))
    },
    async prepare(): Promise<Launch> {
      const account = await serverAccount()
      const data = await dataFolder(layout, account)
      if (!existsSync(join(data, 'PG_VERSION'))) await initialize(programs, layout, data, account)
      const options = {
        ...parameters,
        ...memoryParameters(settings.postgres_buffers_mb, memoryBytes()),
        port: String(settings.postgres_port),
      }
      return {
        program: programs.postgres,
        args: ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        folder: data,
        log: layout.logFile('postgres'),
        ...(account && { user: account }),
      }
    },
  }
}

/** Made beside the target and renamed, so that a data folder in place is always a whole one. */
async function initialize(
  programs: PostgresPrograms,
  layout: Layout,
  data: string,
  account: Account | undefined,
): Promise<void> {
  const password = await ensureSecret(layout, 'postgres-superuser')
  const fresh = `${data}.new`
  const passwordFile = `${data}.password`
  await rm(fresh, { recursive: true, force: true })
  await rm(data, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  await ownFile(fresh, account)
  await writeFile(passwordFile, password, { mode: 0o600 })
  await ownFile(passwordFile, account)
  try {
    await runCommand(
      programs.initdb,
      [
        ...['--pgdata', fresh, '--username', 'postgres', '--pwfile', passwordFile],
        ...['--auth', 'scram-sha-256', '--encoding', 'UTF8'],
        // Text sorts by bytes, the same on every machine; letters of all languages are letters.
        ...['--locale', 'C', '--lc-ctype', process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'],
      ],
      { folder: fresh, ...(account && { user: account }) },
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(fresh, data)
}
