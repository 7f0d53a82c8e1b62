import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { createLog } from '../../runtime/log.ts'
import { createDatabase } from '../../runtime/postgres.ts'
import {
  definitions,
  homeFolder,
  projectFolder,
  readSettings,
  type Settings,
} from '../../runtime/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { layoutOf } from '../../stack/layout.ts'
import { requireFreePort } from '../../stack/port.ts'
import { endProcess, isAlive, launch, runningProcess, startOf } from '../../stack/process.ts'
import type { Progress } from '../../stack/progress.ts'
import {
  type Addresses,
  bringUp,
  privateServices,
  status,
  takeDown,
  withStackAddresses,
} from '../../stack/stack.ts'
import { type Answer, answers } from '../answer.ts'
import { checkNamedSources } from '../check-named-sources.ts'
import { showProgress } from '../progress.ts'
import { demoToken } from '../up/demo-account.ts'
import { prepareStores } from '../up/prepare-stores.ts'
import { runCommand } from '../up/run-command.ts'
import { isSampleLoaded, sampleRuns } from '../up/sample.ts'
import { type Supervisor, servicesOf, supervise } from '../up/supervisor.ts'
import { whatToTry } from '../up/what-to-try.ts'

type Options = { sample: boolean; detach?: boolean }
type Environment = Readonly<Record<string, string | undefined>>

/** A first start downloads and installs; a later one takes seconds. */
const detach_ms = 1_200_000
const ready_ms = 60_000

export function registerUp(program: Command): void {
  answers<Options>(
    program
      .command('up')
      .description('start everything: local services, sample data, relay, projections, API, webhooks')
      .option('--no-sample', 'load no sample data')
      .option('--detach', 'return when everything is ready; `legislog down` stops it'),
    async ({ options }) => {
      const settings = readSettings(process.env)
      await checkNamedSources(settings)
      return options.detach === true ? upDetached(settings, options) : up(settings, options)
    },
  )
  answers(program.command('down').description('stop what `up` started, and the local services'), down)
}

async function up(given: Settings, options: Options): Promise<Answer> {
  const files = filesOf(given)
  await mkdir(files.logs, { recursive: true })
  const other = await runningProcess(files.pid)
  if (other !== undefined && other.pid !== process.pid) {
    throw new LegislogError(
      'service_failed',
      `it runs already, as process ${other.pid}: legislog down stops it`,
    )
  }
  // Asked before anything is started: the service itself would try again and again.
  await requireFreePort(given.port, 'port', given.host)
  await writeFile(files.pid, JSON.stringify({ pid: process.pid, started: await startOf(process.pid) }))
  await rm(files.ready, { force: true })

  const stopping = stopRequested()
  const progress = showProgress()
  const ranBefore = (await status(given)).every((service) => service.state === 'ready')
  let services: Supervisor | undefined
  try {
    const addresses = await bringUp(given, progress.tell)
    const settings = withStackAddresses(given, addresses)
    // Endpoints of customers live in Postgres: where it is somebody's own, nothing is opened for trials.
    const isPrivate = privateServices(given).includes('postgres')
    const env = environmentOf(addresses, isPrivate)
    const log = createLog('up', settings.log_level)
    await prepareStores(settings, progress.tell)
    if (!stopping.signal.aborted) {
      services = supervise({ env, logFolder: files.logs, say: (message) => log.warn(message) })
      const { first, after_sample } = servicesOf(settings)
      services.start(first)
      const token = await loadDemo(settings, env, options.sample, progress.tell)
      services.start(after_sample)
      const api = `http://${settings.host}:${settings.port}`
      await untilReady(`${api}/readyz`, stopping.signal)
      if (!stopping.signal.aborted) {
        progress.tell('api', `ready at ${api}`, true)
        progress.end()
        const { sample } = options
        const text = whatToTry({ api, token, sample, private_stack: isPrivate, log_folder: files.logs })
        process.stdout.write(`${text}\n`)
        // It holds the token.
        await writeFile(files.ready, text, { mode: 0o600 })
        await stopping.asked
      }
    }
  } catch (error) {
    // Ctrl-C reaches the commands that load the sample too: that they ended is no failure then.
    if (!stopping.signal.aborted) throw error
  } finally {
    progress.end()
    await services?.stop()
    if (!ranBefore) await takeDown(given, () => {})
    await rm(files.ready, { force: true })
    await rm(files.pid, { force: true })
  }
  return { json: { stopped: true } }
}

/** The token of the demo account, and the sample unless it is there or not wanted. */
async function loadDemo(
  settings: Settings,
  env: Environment,
  sample: boolean,
  tell: Progress,
): Promise<string> {
  const database = createDatabase(settings, { application_name: 'legislog up' })
  try {
    const token = await demoToken(settings, database)
    if (sample && !(await isSampleLoaded(database))) {
      for (const run of sampleRuns) {
        tell('sample', `${run[1]}`)
        await runCommand(run, env)
      }
      await runCommand(['status', '--wait', '--timeout', '60'], env)
      tell('sample', 'loaded', true)
    }
    return token
  } finally {
    await database.end()
  }
}

/** Runs `up` as a process of its own and waits until it says that everything is ready. */
async function upDetached(settings: Settings, options: Options): Promise<Answer> {
  const files = filesOf(settings)
  await mkdir(files.logs, { recursive: true })
  const args = [join(projectFolder, 'cli', 'main.ts'), 'up', ...(options.sample ? [] : ['--no-sample'])]
  const log = join(files.logs, 'up.log')
  const running = await runningProcess(files.pid)
  if (running === undefined) await rm(files.ready, { force: true })
  const mark =
    running ?? (await launch({ program: process.execPath, args, folder: projectFolder, log }, files.pid))
  const deadline = Date.now() + detach_ms
  while (Date.now() < deadline) {
    const text = await readFile(files.ready, 'utf8').catch(() => undefined)
    if (text !== undefined) return { text, json: { ready: true, pid: mark.pid, log } }
    if (!(await isAlive(mark))) break
    await delay(200)
  }
  const end = (await readFile(log, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-10).join('\n')
  throw new LegislogError('service_failed', `it did not come up; the end of ${log}:\n${end}`)
}

async function down(): Promise<Answer> {
  const settings = readSettings(process.env)
  const stopped = await endProcess(filesOf(settings).pid, 'SIGTERM', 40_000)
  const services = await takeDown(settings, () => {})
  return { text: stopped || services.length > 0 ? 'down' : 'nothing ran', json: { stopped, services } }
}

function filesOf(settings: Settings) {
  const home = homeFolder(settings)
  return { pid: join(home, 'up.pid'), ready: join(home, 'up.ready'), logs: layoutOf(settings).logs }
}

function environmentOf(addresses: Addresses, isPrivate: boolean): Environment {
  const env: Record<string, string | undefined> = {
    ...process.env,
    [definitions.kafka_brokers.env]: addresses.kafka_brokers.join(','),
    [definitions.schema_registry_url.env]: addresses.schema_registry_url,
    [definitions.database_url.env]: addresses.database_url,
    [definitions.redis_url.env]: addresses.redis_url,
  }
  if (isPrivate) env[definitions.webhook_allow_insecure.env] ??= '1'
  return env
}

function stopRequested(): { asked: Promise<void>; signal: AbortSignal } {
  const controller = new AbortController()
  const asked = new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(name, () => {
        process.stderr.write('stopping\n')
        controller.abort()
        resolve()
      })
    }
  })
  return { asked, signal: controller.signal }
}

async function untilReady(url: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + ready_ms
  let last = 'no answer'
  while (Date.now() < deadline) {
    if (signal.aborted) return
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
      if (answer.ok) return
      last = `${answer.status} ${(await answer.text()).slice(0, 300)}`
    } catch (error) {
      last = String(error)
    }
    await delay(200)
  }
  throw new LegislogError('service_failed', `the API is not ready after ${ready_ms / 1000} s: ${last}`)
}
