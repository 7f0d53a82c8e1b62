import { mkdir, writeFile } from 'node:fs/promises'
import { createLog } from '../../runtime/log.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import { apiOrigin } from '../../runtime/settings/api-origin.ts'
import { definitions, type Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { noProgress, type Progress } from '../../stack/install/progress.ts'
import { requireFreePort } from '../../stack/processes/port.ts'
import { settingsEnvironment } from '../../stack/settings-environment.ts'
import { type Addresses, bringUp, privateServices, takeDown, withStackAddresses } from '../../stack/stack.ts'
import { untilHealthy } from '../health/until-healthy.ts'
import { type Claim, claimHome, endOwnServices, leaveHome, runningOwnServices } from '../home/leftovers.ts'
import { servicesOf } from '../home/own-services.ts'
import { type UpFiles, upFilesOf } from '../home/up-files.ts'
import { showProgress } from '../output/progress.ts'
import { onStopRequests } from '../process/until-stopped.ts'
import { demoToken, demoTokenFile } from './demo-account.ts'
import { firstSteps } from './first-steps.ts'
import { prepareStores } from './prepare-stores.ts'
import { runCommand } from './run-command.ts'
import { sampleRuns, sampleState } from './sample.ts'
import { type StoreWatch, watchStores } from './store-watch.ts'
import { type Supervisor, supervise } from './supervisor.ts'

type Environment = Readonly<Record<string, string | undefined>>

const READY_MS = 60_000

/** Starts everything, prints what to try, and ends everything that it started when it is asked to stop. */
export async function runUp(given: Settings, options: { readonly sample: boolean }): Promise<void> {
  const files = upFilesOf(given)
  await mkdir(files.logs, { recursive: true })
  const claim = await claimHome(given, files)
  let services: Supervisor | undefined
  let processes: StoreWatch | undefined
  const stop = stopRequests(() => services?.hurry())
  const progress = showProgress()
  try {
    await endLeftovers(claim, files, progress.report)
    // Asked before anything is started: the service itself would try again and again.
    await requireFreePort(given.port, 'port', given.host)
    const addresses = await bringUp(given, progress.report, stop.signal)
    const settings = withStackAddresses(given, addresses)
    // Customers' endpoints are in Postgres. If that is not our private one, webhooks to local addresses stay
    // closed.
    const privateStack = privateServices(given).includes('postgres')
    const env = environmentOf(addresses, privateStack)
    const log = createLog('up', settings.log_level)
    await prepareStores(settings, progress.report, stop.signal)
    stop.signal.throwIfAborted()
    const say = (message: string) => log.warn(message)
    services = supervise({ env, files, warn: say })
    const { first, after_sample } = servicesOf(settings)
    processes = watchStores({ settings: given, services: [...first, ...after_sample], warn: say })
    services.start(first)
    const demo = { settings, env, wants_sample: options.sample, report: progress.report, signal: stop.signal }
    const { token, sample } = await loadDemo(demo)
    services.start(after_sample)
    await services.untilReady(first, stop.signal)
    const api = apiOrigin(settings)
    await untilHealthy(given, { patience_ms: READY_MS, waits_for_dead: true, signal: stop.signal })
    stop.signal.throwIfAborted()
    progress.report('api', `ready at ${api}`, true)
    progress.end()
    const text = firstSteps({
      api,
      token,
      token_file: demoTokenFile(settings),
      sample,
      private_stack: privateStack,
      shows_metrics: !settings.metrics_private,
      log_folder: files.logs,
    })
    process.stdout.write(`${text}\n`)
    // The file contains the token.
    await writeFile(files.ready, text, { mode: 0o600 })
    await Promise.race([stop.requested, processes.failed])
  } catch (error) {
    // Ctrl-C also reaches the commands that load the sample; their end is not a failure then.
    if (!stop.signal.aborted) throw error
  } finally {
    progress.end()
    await processes?.stop()
    await services?.stop()
    await takeDown(given, noProgress, claim.kept)
    await leaveHome(files)
  }
}

/** Takes over from a killed `up`: ends its services and keeps its stores running. */
async function endLeftovers({ taken }: Claim, files: UpFiles, report: Progress): Promise<void> {
  const left = (await runningOwnServices(files)).map(({ name, pid }) => `${name} (process ${pid})`).join(', ')
  if (left !== '') report('leftovers', `ending processes of an earlier legislog up: ${left}`)
  await endOwnServices(files)
  if (left !== '') report('leftovers', `ended processes of an earlier legislog up: ${left}`, true)
  if (taken.length > 0) report('stores', `taken over from an earlier legislog up: ${taken.join(', ')}`, true)
}

type Demo = {
  readonly settings: Settings
  readonly env: Environment
  readonly wants_sample: boolean
  readonly report: Progress
  readonly signal: AbortSignal
}

/** Gives the token of the demo account, and loads the sample unless it is there, was removed, or is not wanted. */
async function loadDemo({
  settings,
  env,
  wants_sample,
  report,
  signal,
}: Demo): Promise<{ token: string; sample: boolean }> {
  const database = createDatabase(settings, { application_name: 'legislog up' })
  try {
    const token = await demoToken(settings, database)
    const state = await sampleState(database)
    const isToLoad = wants_sample && state === 'absent'
    if (isToLoad) {
      for (const run of sampleRuns) {
        report('sample', `${run[1]}`)
        await runCommand(run, env, signal)
      }
      await runCommand(['status', '--wait', '--timeout', '60'], env, signal)
      report('sample', 'loaded', true)
    }
    return { token, sample: isToLoad || state === 'loaded' }
  } finally {
    await database.end()
  }
}

function environmentOf(addresses: Addresses, isPrivate: boolean): Environment {
  const env: Record<string, string | undefined> = {
    ...process.env,
    ...settingsEnvironment(addresses),
  }
  if (isPrivate) env[definitions.webhook_allow_insecure.env] ??= '1'
  return env
}

/**
 * Ctrl-C, SIGTERM and SIGHUP (the terminal was closed). The handlers stay installed until the end, so a stop in progress is
 * not ended by the same request, which a launcher passes on, or by a later one, which only hurries it.
 */
function stopRequests(hurry: () => void) {
  const controller = new AbortController()
  const requested = Promise.withResolvers<void>()
  onStopRequests(
    () => {
      process.stderr.write('stopping; a second Ctrl-C does not wait until the services finish their work\n')
      controller.abort(new LegislogError('stopped', 'asked to stop'))
      requested.resolve()
    },
    hurry,
    ['SIGINT', 'SIGTERM', 'SIGHUP'],
  )
  return { requested: requested.promise, signal: controller.signal }
}
