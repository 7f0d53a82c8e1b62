import { setTimeout as delay } from 'node:timers/promises'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { Layout, ServiceName } from '../home/layout.ts'
import type { Progress } from '../install/progress.ts'
import { logTail } from '../processes/log-tail.ts'
import { type PortSetting, requireFreePort } from '../processes/port.ts'
import {
  endProcess,
  isAlive,
  type Launch,
  launch,
  type ProcessMark,
  runningProcess,
} from '../processes/process.ts'

/** One of the local services: how it is prepared, started, asked whether it answers, and ended. */
export type Service = {
  readonly name: ServiceName
  /** Makes folders and files that the start needs; repeats do no harm. */
  prepare(): Promise<Launch>
  isReady(): Promise<boolean>
}

/** For Postgres the fast shutdown: sessions are cut off, what is committed stays. */
const endSignals: Readonly<Record<ServiceName, NodeJS.Signals>> = {
  postgres: 'SIGINT',
  redis: 'SIGTERM',
  kafka: 'SIGTERM',
  registry: 'SIGTERM',
  opensearch: 'SIGTERM',
}

const ports: Readonly<Record<ServiceName, readonly PortSetting[]>> = {
  postgres: ['postgres_port'],
  redis: ['redis_port'],
  kafka: ['kafka_port', 'kafka_controller_port'],
  registry: ['registry_port', 'registry_management_port'],
  opensearch: ['opensearch_port', 'opensearch_transport_port'],
}

const READY_MS = 90_000
/** One that runs already was started by a command that waited for it, or was killed while it did. */
const SILENT_MS = 15_000
const END_MS = 20_000

/** Starts a service unless it runs, and waits until it answers. If aborted, it leaves what it started to the caller. */
export async function startService(
  service: Service,
  layout: Layout,
  progress: Progress,
  signal?: AbortSignal,
): Promise<void> {
  const pidFile = layout.pidFile(service.name)
  const running = await runningProcess(pidFile)
  if (running !== undefined) {
    if (await waitUntilReady(service, running, SILENT_MS, signal)) return progress(service.name, 'runs', true)
    progress(service.name, 'does not answer; starting it again')
    await endService(service.name, layout)
  }
  const launching = await service.prepare()
  // The children of a killed server may keep its memory for a moment, so the first start can fail.
  const started_ms = Date.now()
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    progress(service.name, attempt === 1 ? 'starting' : 'starting again')
    const mark = await launch(launching, pidFile)
    if (await waitUntilReady(service, mark, READY_MS, signal)) break
    await endProcess(pidFile, 'SIGKILL', END_MS)
    if (attempt === 3) throw await failure(service.name, layout)
    await delay(1_000 * attempt)
  }
  progress(service.name, `ready after ${((Date.now() - started_ms) / 1000).toFixed(1)} s`, true)
}

/** Throws `port_taken` when another program has a port of a service that does not run: asked before any is started. */
export async function requirePorts(
  names: readonly ServiceName[],
  settings: Settings,
  layout: Layout,
): Promise<void> {
  for (const name of names) {
    if ((await runningProcess(layout.pidFile(name))) !== undefined) continue
    for (const setting of ports[name]) await requireFreePort(settings[setting], setting)
  }
}

export async function endService(name: ServiceName, layout: Layout): Promise<boolean> {
  return endProcess(layout.pidFile(name), endSignals[name], END_MS)
}

async function waitUntilReady(
  service: Service,
  mark: ProcessMark,
  patience_ms: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const deadline = Date.now() + patience_ms
  while (Date.now() < deadline) {
    signal?.throwIfAborted()
    if (await service.isReady()) return true
    if (!(await isAlive(mark))) return false
    await delay(100)
  }
  return false
}

async function failure(name: ServiceName, layout: Layout): Promise<LegislogError> {
  const file = layout.logFile(name)
  const end = await logTail(file, 12)
  return new LegislogError('service_failed', `${name} did not start; the end of ${file}:\n${end}`)
}
