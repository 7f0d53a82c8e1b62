import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { projectFolder, readSettings, type Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { noProgress } from '../../stack/install/progress.ts'
import { logTail } from '../../stack/processes/log-tail.ts'
import { endProcess, isAlive, launch, runningProcess } from '../../stack/processes/process.ts'
import { takeDown } from '../../stack/stack.ts'
import { checkNamedSources } from '../context/check-named-sources.ts'
import { untilHealthy } from '../health/until-healthy.ts'
import { endOwnServices, leaveHome, runningOwnServices } from '../home/leftovers.ts'
import { upFilesOf } from '../home/up-files.ts'
import { type Answer, setAction } from '../output/answer.ts'
import { runUp } from '../up/run-up.ts'

type Options = { sample: boolean; detach?: boolean }

/** A first start downloads and installs; a later one takes seconds. */
const detach_ms = 1_200_000
/** One that ran before may be broken by now; partitions that are just being shared out are not. */
const health_ms = 5_000
/** `up` ends its services and the private ones in order within this time; `down` ends what is left then. */
const stop_ms = 60_000

export function registerUp(program: Command): void {
  setAction<Options>(
    program
      .command('up')
      .description('start everything: local services, sample data, relay, projections, API, webhooks')
      .option('--no-sample', 'do not load the sample data')
      .option('--detach', 'return when everything is ready; `legislog down` stops everything'),
    async ({ options }) => {
      const settings = readSettings(process.env)
      await checkNamedSources(settings)
      if (options.detach === true) return upDetached(settings, options)
      await runUp(settings, options)
      return { json: { stopped: true } }
    },
  )
  setAction(program.command('down').description('stop what `up` started, and the local services'), down)
}

/** Runs `up` as a separate process and waits until it reports that everything is ready. */
async function upDetached(settings: Settings, options: Options): Promise<Answer> {
  const files = upFilesOf(settings)
  await mkdir(files.logs, { recursive: true })
  const args = [join(projectFolder, 'cli', 'main.ts'), 'up', ...(options.sample ? [] : ['--no-sample'])]
  const running = await runningProcess(files.pid)
  if (running === undefined) await rm(files.ready, { force: true })
  const mark =
    running ?? (await launch({ program: process.execPath, args, folder: projectFolder, log: files.log }))
  const deadline = Date.now() + detach_ms
  while (Date.now() < deadline) {
    // The file exists once all is ready.
    const text = await readFile(files.ready, 'utf8').catch(() => undefined)
    if (!(await isAlive(mark))) break
    if (text !== undefined) {
      await untilHealthy(settings, { patience_ms: health_ms, waits_for_dead: false })
      return { text, json: { ready: true, pid: mark.pid, log: files.log } }
    }
    await delay(200)
  }
  const end = await logTail(files.log, 10)
  throw new LegislogError('service_failed', `it did not start; the end of ${files.log}:\n${end}`)
}

/** Ends all processes of the home, whether the `up` that started them still runs or not. */
async function down(): Promise<Answer> {
  const settings = readSettings(process.env)
  const files = upFilesOf(settings)
  const stopped = await endProcess(files.pid, 'SIGTERM', stop_ms)
  const left = (await runningOwnServices(files)).map(({ name }) => name)
  await endOwnServices(files)
  const services = await takeDown(settings, noProgress)
  await leaveHome(files)
  const json = { stopped, left_behind: left, services }
  if (left.length > 0) return { text: `down; ended processes of an earlier up: ${left.join(', ')}`, json }
  return { text: stopped || services.length > 0 ? 'down' : 'nothing ran', json }
}
