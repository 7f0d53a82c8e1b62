import { realpath } from 'node:fs/promises'
import type pg from 'pg'
import { registryAuthorization } from '../../../runtime/settings/addresses.ts'
import { addresses, withStackAddresses } from '../../../stack/addresses.ts'
import { layoutOf, type ServiceName as StoreName } from '../../../stack/home/layout.ts'
import { noProgress } from '../../../stack/install/progress.ts'
import { runCommand } from '../../../stack/processes/command.ts'
import { endProcess, startOf } from '../../../stack/processes/process.ts'
import { privateDatabaseUrl } from '../../../stack/services/postgres.ts'
import { restart } from '../../../stack/stack.ts'
import { descendantsOf } from '../harness/descendants.ts'
import { eventually } from '../harness/eventually.ts'
import { onServer } from '../stores/on-server.ts'
import type { Cell } from './health-cells.ts'
import type { UpHome } from './up-home.ts'

/** Repairs the fault. */
type Mend = () => Promise<void>

/** A store whose data is in a folder. */
type Kept = Exclude<StoreName, 'registry' | 'opensearch'>

const END_MS = 20_000

export async function breakOne(home: UpHome, { what, how }: Cell): Promise<Mend> {
  const pid = await home.pid(what)
  // Sessions of Postgres continue if only its first process is stopped.
  if (how === 'frozen') return freeze([pid, ...(what === 'postgres' ? await descendantsOf(pid) : [])])
  // `up` would start the store again before the services are checked.
  const thawUp = freeze([await home.pid('up')])
  await kill(pid)
  if (how === 'dead') return thawUp
  const mend = what === 'registry' ? await swapRegistry(home, how) : await swapFolder(home, what as Kept, how)
  return async () => {
    await mend()
    await thawUp()
  }
}

/** Copies the data of the stores, so a later cell can restore it as that of an earlier day. */
export async function keepOlder(home: UpHome): Promise<void> {
  const { pidFile } = layoutOf(home.settings)
  const thawUp = freeze([await home.pid('up')])
  await endProcess(pidFile('registry'), 'SIGTERM', END_MS)
  await onServer(superuserUrl(home), (client) =>
    client.query('CREATE DATABASE registry_older TEMPLATE registry OWNER registry'),
  )
  for (const name of ['kafka', 'redis', 'postgres'] as const) {
    await endProcess(pidFile(name), name === 'postgres' ? 'SIGINT' : 'SIGTERM', END_MS)
    const folder = await folderOf(home, name)
    await runCommand('cp', ['-a', folder, `${folder}.older`])
  }
  for (const name of ['postgres', 'redis', 'kafka', 'registry'] as const) await start(home, name)
  await thawUp()
}

function freeze(pids: readonly number[]): Mend {
  for (const pid of pids) signalIfAlive(pid, 'SIGSTOP')
  return async () => {
    for (const pid of pids) signalIfAlive(pid, 'SIGCONT')
  }
}

/** A session of Postgres may have ended since its process was listed. */
function signalIfAlive(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await eventually(async () => (await startOf(pid)) === undefined)
}

const start = (home: UpHome, name: StoreName) =>
  restart(home.settings, name, noProgress, new AbortController().signal)

async function swapFolder(home: UpHome, name: Kept, how: Cell['how']): Promise<Mend> {
  const folder = await folderOf(home, name)
  await runCommand('mv', [folder, `${folder}.aside`])
  if (how === 'older') await runCommand('cp', ['-a', `${folder}.older`, folder])
  await start(home, name)
  return async () => {
    await kill(await home.pid(name))
    await runCommand('rm', ['-rf', folder])
    await runCommand('mv', [`${folder}.aside`, folder])
  }
}

/** Its schemas are in a database of the private Postgres. */
async function swapRegistry(home: UpHome, how: Cell['how']): Promise<Mend> {
  const template = how === 'older' ? 'TEMPLATE registry_older' : ''
  await onServer(superuserUrl(home), async (client) => {
    await leave(client)
    await client.query('ALTER DATABASE registry RENAME TO registry_aside')
    await client.query(`CREATE DATABASE registry ${template} OWNER registry`)
  })
  await start(home, 'registry')
  if (how === 'older') await deleteSubject(home)
  return async () => {
    await kill(await home.pid('registry'))
    await onServer(superuserUrl(home), async (client) => {
      await leave(client)
      await client.query('DROP DATABASE registry WITH (FORCE)')
      await client.query('ALTER DATABASE registry_aside RENAME TO registry')
    })
  }
}

/** A registry that was killed may have left sessions. */
const leave = (client: pg.Client) =>
  client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'registry'")

/** The newest schema was not registered yet. */
async function deleteSubject(home: UpHome): Promise<void> {
  const settings = withStackAddresses(home.settings, addresses(home.settings)!)
  const base = `${settings.schema_registry_url}/subjects`
  const headers = registryAuthorization(settings)
  const [subject] = (await (await fetch(base, { headers })).json()) as string[]
  for (const query of ['', '?permanent=true']) {
    const answer = await fetch(`${base}/${encodeURIComponent(subject!)}${query}`, {
      method: 'DELETE',
      headers,
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  }
}

/** The real folder of its data: that of Postgres may be outside the home. */
function folderOf({ settings }: UpHome, name: Kept): Promise<string> {
  const { kafka_data, redis_data, postgres_data } = layoutOf(settings)
  return realpath({ kafka: kafka_data, redis: redis_data, postgres: postgres_data }[name])
}

const superuserUrl = ({ settings }: UpHome): string =>
  privateDatabaseUrl(settings, layoutOf(settings), 'postgres')!
