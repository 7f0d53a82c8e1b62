import {
  type Heartbeat,
  readHeartbeats,
  type ServiceName,
  whyNoneWorks,
} from '../../runtime/health/heartbeats.ts'
import { describeFailed } from '../../runtime/health/readiness.ts'
import { createHealthDatabase } from '../../runtime/health/store-checks.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { isFrozen } from '../../stack/processes/process.ts'
import { addresses, type ServiceStatus, status, withStackAddresses } from '../../stack/stack.ts'
import { type HomeProcess, homeProcesses } from '../home/home-processes.ts'
import { describeSilentStores, findStoreFaults, isReady } from './store-faults.ts'

export type ServiceReport = {
  readonly service: ServiceName
  /** absent: it was not started. unknown: Postgres does not answer. */
  readonly state: 'ready' | 'degraded' | 'not_ready' | 'dead' | 'frozen' | 'absent' | 'unknown'
  readonly reason: string | null
}

export type HealthReport = {
  /** True if every store answers and has our data, and every service works. `ingest --watch`, `derive` and `alerts` need not run. */
  readonly ready: boolean
  /** Something is dead or frozen, or a store does not answer: waiting for it does not help. */
  readonly is_down: boolean
  /** Broken stores and services; a service that was never started is not broken. */
  readonly problems: readonly string[]
  readonly stores: readonly ServiceStatus[]
  readonly services: readonly ServiceReport[]
  readonly processes: readonly HomeProcess[]
}

const services: readonly ServiceName[] = ['relay', 'project', 'api', 'webhooks', 'derive', 'alerts', 'ingest']
/** Cron may ask the sources as well, requests derive what is missing, and digests wait. */
const optional: readonly ServiceName[] = ['ingest', 'derive', 'alerts']

/**
 * Asks the stores and reads the heartbeats of the services. Never throws, and answers within a few timeouts of
 * HEALTH_TIMEOUT_MS.
 */
export async function askHealth(given: Settings): Promise<HealthReport> {
  const [stores, processes] = await Promise.all([status(given), homeProcesses(given)])
  const found = addresses(given)
  const settings = found === undefined ? given : withStackAddresses(given, found)
  const { faults, heartbeats } = await askStores(settings, stores)
  const reports = await Promise.all(services.map((service) => reportOf(service, processes, heartbeats)))
  const broken = reports.filter(({ state }) => state !== 'ready' && state !== 'absent' && state !== 'unknown')
  const problems = [
    ...faults,
    ...broken.map(({ reason, service, state }) => reason ?? `${service} is ${state}`),
  ]
  return {
    ready: problems.length === 0 && reports.every(isWell),
    is_down: faults.length > 0 || reports.some(({ state }) => state === 'dead' || state === 'frozen'),
    problems,
    stores,
    services: reports,
    processes,
  }
}

export const isWell = ({ service, state }: ServiceReport): boolean =>
  state === 'ready' || (state === 'absent' && optional.includes(service))

async function reportOf(
  service: ServiceName,
  processes: readonly HomeProcess[],
  heartbeats: readonly Heartbeat[] | undefined,
): Promise<ServiceReport> {
  const process = processes.find(({ name }) => name === service)
  if (process?.state === 'gone') {
    return { service, state: 'dead', reason: `${service} is dead: process ${process.pid} has ended` }
  }
  if (process !== undefined && isFrozen(process.pid)) {
    return { service, state: 'frozen', reason: `${service} is frozen: process ${process.pid} is stopped` }
  }
  if (heartbeats === undefined) return { service, state: 'unknown', reason: null }
  const own = heartbeats.filter((one) => one.service === service)
  if (own.length === 0 && process === undefined) return { service, state: 'absent', reason: null }
  const why = whyNoneWorks(service, heartbeats)
  if (why !== undefined) return { service, state: 'not_ready', reason: why }
  const awake = own.filter(({ is_silent }) => !is_silent)
  if (awake.some(({ status }) => status === 'ready')) return { service, state: 'ready', reason: null }
  return { service, state: 'degraded', reason: `${service} is degraded: ${describeFailed(awake[0]!)}` }
}

type StoreAnswers = {
  readonly faults: readonly string[]
  /** Undefined if Postgres does not answer. */
  readonly heartbeats: readonly Heartbeat[] | undefined
}

async function askStores(settings: Settings, stores: readonly ServiceStatus[]): Promise<StoreAnswers> {
  const silent = describeSilentStores(stores)
  if (!isReady(stores, 'postgres')) return { faults: silent, heartbeats: undefined }
  const database = createHealthDatabase(settings, 'status')
  try {
    const [faults, heartbeats] = await Promise.all([
      findStoreFaults(settings, stores, database),
      // `findStoreFaults` reports what is wrong with Postgres.
      readHeartbeats(database).catch(() => undefined),
    ])
    return { faults: [...silent, ...faults], heartbeats }
  } finally {
    await database.end()
  }
}
