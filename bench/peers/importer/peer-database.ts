import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { runCommand } from '../../../stack/processes/command.ts'
import { onServer } from '../../../test/support/stores/on-server.ts'
import { serverUrl } from '../../service/scratch-database.ts'
import type { Importer } from './install-importer.ts'

const TEMPLATE = 'legislog_bench_peer_template'
const DATABASE = 'legislog_bench_peer'

/** Databases of the importer on the running Postgres: a new one has all places, posts and people, and no bill. */
export type PeerDatabases = {
  /** What the importer is started with. */
  readonly environment: Readonly<Record<string, string>>
  renew(): Promise<void>
  drop(): Promise<void>
}

export async function createPeerDatabases(
  settings: Settings,
  { folder, program }: Importer,
  people: string,
  states: readonly string[],
): Promise<PeerDatabases> {
  const server = serverUrl(settings)
  const run = (sql: string) => onServer(server, (client) => client.query(sql))
  const environmentOf = (name: string) => {
    const url = new URL(`/${name}`, server)
    return { DATABASE_URL: url.href.replace(/^\w+:/u, 'postgis:') }
  }
  const drop = async () => {
    for (const name of [DATABASE, TEMPLATE]) await run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
  await drop()
  await run(`CREATE DATABASE ${TEMPLATE}`)
  const template = new URL(`/${TEMPLATE}`, server).href
  await onServer(template, (client) => client.query('CREATE EXTENSION IF NOT EXISTS postgis'))
  const env = { ...environmentOf(TEMPLATE), OS_PEOPLE_DIRECTORY: join(folder, 'people') }
  await runCommand(program('os-initdb'), [], { env })
  await mkdir(env.OS_PEOPLE_DIRECTORY, { recursive: true })
  await runCommand('tar', ['-xzf', people, '-C', env.OS_PEOPLE_DIRECTORY])
  await runCommand(program('os-people'), ['to-database', ...states], { env })
  await onServer(template, (client) => client.query('VACUUM ANALYZE'))
  return {
    environment: environmentOf(DATABASE),
    async renew() {
      await run(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
      await run(`CREATE DATABASE ${DATABASE} TEMPLATE ${TEMPLATE}`)
    },
    drop,
  }
}
