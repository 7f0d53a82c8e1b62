import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { cacheFolder } from '../runtime/settings/cache-folder.ts'
import type { Settings } from '../runtime/settings/settings.ts'
import { LegislogError } from '../schemas/errors.ts'
import { type Addresses, addresses, privateServices } from './addresses.ts'
import { type Layout, layoutOf, type ServiceName } from './home/layout.ts'
import { makeHome, requireLogins } from './home/secrets.ts'
import { fetchKafka, fetchRegistry, kafkaLibraries, registryJar } from './install/downloads.ts'
import { findPrograms, type Programs } from './install/install-programs.ts'
import { fetchOpenSearch, openSearchFolder } from './install/opensearch.ts'
import type { Progress } from './install/progress.ts'
import { withLock } from './processes/lock-file.ts'
import { runningProcess } from './processes/process.ts'
import { kafkaService } from './services/kafka.ts'
import { openSearchService } from './services/opensearch.ts'
import { postgresService, privateDatabaseUrl } from './services/postgres.ts'
import { outsideFolder } from './services/postgres-account.ts'
import { ensureRoles } from './services/postgres-roles.ts'
import { redisService } from './services/redis.ts'
import { registryService } from './services/registry.ts'
import { endService, requirePorts, startService } from './services/service.ts'
import { status } from './status.ts'

export { type Addresses, addresses, privateServices, withStackAddresses } from './addresses.ts'
export { runningServices, type ServiceStatus, status } from './status.ts'

/** The first start may wait for another one that is downloading. */
const LOCK_MS = 900_000

/**
 * Starts the private services that do not run and gives every address. Cheap when all of them answer. If aborted, it
 * throws soon and leaves what it started running: takeDown ends it.
 */
export async function bringUp(
  settings: Settings,
  progress: Progress,
  signal?: AbortSignal,
): Promise<Addresses> {
  const layout = layoutOf(settings)
  await makeHome(layout)
  if (!(await allReady(settings))) {
    const startMissing = async (): Promise<void> => {
      if (!(await allReady(settings))) await start(settings, layout, progress, signal)
    }
    await withLock(layout.lock, LOCK_MS, startMissing, signal)
  }
  return requireAddresses(settings)
}

/** Starts one private service that has ended. Throws `service_failed`, with the end of its log, if it does not come up. */
export async function restart(
  settings: Settings,
  name: ServiceName,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const layout = layoutOf(settings)
  const cache = cacheFolder(settings)
  const startIt = async (): Promise<void> => {
    if ((await runningProcess(layout.pidFile(name))) !== undefined) return
    const programs = await findPrograms([name], false, progress)
    await starterOf({ settings, layout, cache, programs, progress, signal })[name]()
  }
  await withLock(layout.lock, LOCK_MS, startIt, signal)
}

/** Stops the private services of this home except the `kept` ones; gives the names of those that it stopped. */
export async function takeDown(
  settings: Settings,
  progress: Progress,
  kept: readonly ServiceName[] = [],
): Promise<ServiceName[]> {
  const layout = layoutOf(settings)
  if (!existsSync(layout.home)) return []
  return withLock(layout.lock, LOCK_MS, () => stop(layout, progress, kept))
}

/** Stops the private services and deletes their data. Downloads, bill texts and webhook keys stay. */
export async function reset(settings: Settings, progress: Progress): Promise<void> {
  const layout = layoutOf(settings)
  if (!existsSync(layout.home)) return
  await withLock(layout.lock, LOCK_MS, async () => {
    await stop(layout, progress)
    // The data of Postgres may lie outside of the home, in a folder that we made. A link to another place belongs to
    // the user: it is removed, and its target stays.
    for (const path of [
      outsideFolder(layout),
      ...[layout.postgres_data, layout.redis_data, layout.kafka_data, layout.kafka_cluster_id],
      ...[layout.opensearch_data, layout.secrets, layout.logs],
    ]) {
      await rm(path, { recursive: true, force: true })
    }
  })
}

async function allReady(settings: Settings): Promise<boolean> {
  const services = (await status(settings)).filter((each) => each.private)
  return services.every((each) => each.state === 'ready') && addresses(settings) !== undefined
}

async function start(
  settings: Settings,
  layout: Layout,
  progress: Progress,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted()
  requireLogins(layout)
  const cache = cacheFolder(settings)
  const services = privateServices(settings)
  const wanted = (name: ServiceName): boolean => services.includes(name)
  await requirePorts(services, settings, layout)
  const hasDownloads =
    (!wanted('kafka') || existsSync(kafkaLibraries(cache))) &&
    (!wanted('registry') || existsSync(registryJar(cache))) &&
    (!wanted('opensearch') || existsSync(openSearchFolder(cache)))
  const programs = await findPrograms(services, !hasDownloads, progress)

  const start = starterOf({ settings, layout, cache, programs, progress, signal })
  const databaseReady = wanted('postgres') ? start.postgres() : Promise.resolve()
  const outcomes = await Promise.allSettled([
    databaseReady,
    wanted('redis') ? start.redis() : undefined,
    wanted('kafka') ? start.kafka() : undefined,
    wanted('registry') ? start.registry(databaseReady) : undefined,
    wanted('opensearch') ? start.opensearch() : undefined,
  ])
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Starts each service; it does nothing if the service runs. */
function starterOf(options: {
  readonly settings: Settings
  readonly layout: Layout
  readonly cache: string
  readonly programs: Programs
  readonly progress: Progress
  readonly signal: AbortSignal | undefined
}) {
  const { settings, layout, cache, programs, progress, signal } = options
  return {
    async postgres(): Promise<void> {
      const found = required(programs, 'postgres')
      await startService(postgresService(settings, layout, found), layout, progress, signal)
      const hasRegistry = privateServices(settings).includes('registry')
      await ensureRoles(settings, layout, ['legislog', ...(hasRegistry ? (['registry'] as const) : [])])
    },
    async redis(): Promise<void> {
      await startService(
        redisService(settings, layout, required(programs, 'redis')),
        layout,
        progress,
        signal,
      )
    },
    async kafka(): Promise<void> {
      await fetchKafka(cache, programs.maven, progress, signal)
      const service = kafkaService(settings, layout, cache, required(programs, 'java'))
      await startService(service, layout, progress, signal)
    },
    async registry(databaseReady: Promise<void> = Promise.resolve()): Promise<void> {
      await fetchRegistry(cache, programs.maven, progress, signal)
      await databaseReady
      const url = new URL(privateDatabaseUrl(settings, layout, 'registry') as string)
      const service = registryService(settings, layout, cache, required(programs, 'java'), url)
      await startService(service, layout, progress, signal)
    },
    async opensearch(): Promise<void> {
      await fetchOpenSearch(cache, programs.maven, progress, signal)
      const service = openSearchService(settings, layout, cache, required(programs, 'java'))
      await startService(service, layout, progress, signal)
    },
  }
}

async function stop(
  layout: Layout,
  progress: Progress,
  kept: readonly ServiceName[] = [],
): Promise<ServiceName[]> {
  const stopped: ServiceName[] = []
  const end = async (name: ServiceName): Promise<void> => {
    if (kept.includes(name) || !(await endService(name, layout))) return
    stopped.push(name)
    progress(name, 'stopped', true)
  }
  // The registry writes to Postgres to its last moment.
  await Promise.all([
    end('registry').then(() => end('postgres')),
    end('kafka'),
    end('redis'),
    end('opensearch'),
  ])
  return stopped
}

function required<K extends keyof Programs>(programs: Programs, name: K): NonNullable<Programs[K]> {
  const found = programs[name]
  if (found === undefined) throw new LegislogError('service_missing', `${name} is not installed`)
  return found
}

function requireAddresses(settings: Settings): Addresses {
  const found = addresses(settings)
  if (found === undefined) throw new LegislogError('service_failed', 'the private Postgres was never created')
  return found
}
