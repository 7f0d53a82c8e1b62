import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { retryUntilAnswered } from '../../../bench/service/retry-until.ts'
import { migrationFolders } from '../../../cli/context/migration-folders.ts'
import { homeProcesses } from '../../../cli/home/home-processes.ts'
import { nodeOptionsOf } from '../../../cli/process/node-options.js'
import { migrate } from '../../../runtime/postgres/migrate.ts'
import { createDatabase, type Database } from '../../../runtime/postgres/postgres.ts'
import { projectFolder, readSettings, type Settings } from '../../../runtime/settings/settings.ts'
import { noProgress } from '../../../stack/install/progress.ts'
import { freePort, portSettings } from '../../../stack/processes/port.ts'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import { bringUp, takeDown, withStackAddresses } from '../../../stack/stack.ts'
import { descendantsOf } from '../../support/harness/descendants.ts'
import { type Kept, keepRunning } from '../processes/keep-running.ts'
import { type Child, startChild } from '../processes/service-process.ts'

export const services = ['relay', 'project', 'webhooks', 'api', 'derive'] as const
export type ServiceName = (typeof services)[number]

export type Command = {
  readonly code: number | null
  readonly seconds: number
  /**
   * The line that `--json` prints. It is undefined if the command was killed because it took too long, or printed no
   * such line.
   */
  readonly json: Record<string, unknown> | undefined
  readonly error: string
}

/** A service of our own in a home of its own, started by `legislog up` with private stores. */
export type Home = {
  readonly path: string
  /** With the addresses of the stores. */
  readonly settings: Settings
  readonly database: Database
  /** The addresses where each service answers /readyz and /healthz. */
  readonly urls: Readonly<Record<ServiceName, string>>
  /** Gives the process ids of a service or store and of all its child processes; none if it does not run. */
  pids(name: string): Promise<number[]>
  run(args: readonly string[], timeout_ms: number): Promise<Command>
  /** A process of ours beside `up`, with the addresses of the stores. */
  start(name: string, args: readonly string[], script: string): Child
  startUp(): Promise<void>
  /** How often `up` has ended by itself, and was started again. */
  upEnds(): number
  /** Starts the stores that do not run. */
  bringUp(): Promise<void>
  close(options: { readonly keep: boolean }): Promise<void>
}

const READY_MS = 180_000

export async function createHome(overrides: Partial<Settings>): Promise<Home> {
  const path = await mkdtemp(join(tmpdir(), 'legislog-random-faults-'))
  const names = ['port', ...portSettings] as const
  const ports = await Promise.all(names.map(async (name) => [name, await freePort()] as const))
  const given: Settings = {
    ...readSettings({}),
    ...Object.fromEntries(ports),
    cache: readSettings(process.env).cache,
    home: path,
    metrics_port: await freePort(),
    topic_partitions: 4,
    rate_limits: '0',
    log_level: 'warn',
    webhook_secret_key: randomBytes(32).toString('base64'),
    ...overrides,
  }
  const settings = withStackAddresses(given, await bringUp(given, noProgress))
  await migrate(settings.database_url, migrationFolders)
  const database = createDatabase(settings, { application_name: 'legislog random faults' })
  const origin = (port: number) => `http://127.0.0.1:${port}`
  const urls = {
    relay: origin(given.metrics_port),
    project: origin(given.metrics_port + 1),
    webhooks: origin(given.metrics_port + 2),
    api: origin(given.port),
    derive: origin(given.metrics_port + 4),
  }
  let up: Kept | undefined

  return {
    path,
    settings,
    database,
    urls,
    async pids(name) {
      const found = (await homeProcesses(given)).find((one) => one.name === name && one.state === 'running')
      return found === undefined ? [] : [found.pid, ...(await descendantsOf(found.pid))]
    },
    run: (args, timeout_ms) => run(args, given, timeout_ms),
    start: (name, args, script) =>
      startChild(name, args, settings, join(path, 'logs', `${name}.log`), { script }),
    async startUp() {
      up = keepRunning(() => startChild('up', ['up', '--no-sample'], given, join(path, 'logs', 'up.log')))
      await retryUntilAnswered(async () => {
        const answer = await fetch(`${urls.api}/readyz`)
        if (!answer.ok) throw new Error(`the API answers ${answer.status}: ${await answer.text()}`)
      }, READY_MS)
    },
    upEnds: () => up?.ends() ?? 0,
    bringUp: () => retryUntilAnswered(() => bringUp(given, noProgress)).then(() => {}),
    async close({ keep }) {
      await up?.stop()
      await database.end()
      await takeDown(given, noProgress)
      if (!keep) await rm(path, { recursive: true, force: true })
    },
  }
}

async function run(args: readonly string[], settings: Settings, timeout_ms: number): Promise<Command> {
  const began = performance.now()
  const main = join(projectFolder, 'cli', 'main.ts')
  const child = spawn(process.execPath, [...nodeOptionsOf([...args]), main, ...args, '--json'], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settingsEnvironment(settings) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err = (output.err + text).slice(-4_000)
  })
  const killing = setTimeout(() => child.kill('SIGKILL'), timeout_ms)
  const code = await new Promise<number | null>((done, failed) => {
    child.once('error', failed)
    child.once('close', done)
  })
  clearTimeout(killing)
  return {
    code,
    seconds: (performance.now() - began) / 1_000,
    json: lastJson(output.out),
    error: output.err.trim().slice(-500),
  }
}

function lastJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    // The command printed no JSON.
    return undefined
  }
}
