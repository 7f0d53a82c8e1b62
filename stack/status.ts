import { readFile } from 'node:fs/promises'
import { isKafkaGuarded } from '../runtime/kafka/client/kafka-access.ts'
import { registryAuthorization } from '../runtime/settings/addresses.ts'
import type { Settings } from '../runtime/settings/settings.ts'
import { addresses, privateServices, withStackAddresses } from './addresses.ts'
import { layoutOf, type ServiceName } from './home/layout.ts'
import { isFrozen, notedProcess, runningProcess } from './processes/process.ts'
import { privateDatabaseUrl } from './services/postgres.ts'
import {
  answersGuardedKafka,
  answersKafka,
  answersOpenSearch,
  answersPostgres,
  answersRedis,
  answersRegistry,
} from './services/probe.ts'

export type ServiceStatus = {
  readonly name: ServiceName
  /** Started by us, or only pointed at by the settings. */
  readonly private: boolean
  /**
   * ready: it answers. silent: it runs, or should run, and does not answer. frozen: its process is stopped by
   * a signal. dead: its process ended unexpectedly. stopped: it has no process of ours.
   */
  readonly state: 'ready' | 'silent' | 'frozen' | 'dead' | 'stopped'
  readonly address: string
  readonly pid?: number
  readonly resident_mb?: number
}

/** The current state of every service, asked of the services themselves. */
export async function status(settings: Settings): Promise<ServiceStatus[]> {
  const layout = layoutOf(settings)
  const found = addresses(settings)
  const own = privateServices(settings)
  const used = found === undefined ? settings : withStackAddresses(settings, found)
  // The registry alone may be private: then so is only the database that it keeps its schemas in.
  const database = own.includes('postgres')
    ? privateDatabaseUrl(settings, layout, settings.database_url === '' ? 'legislog' : 'registry')
    : settings.database_url
  const questions: readonly Question[] = [
    ['postgres', withoutPassword(database), async () => database !== undefined && answersPostgres(database)],
    [
      'redis',
      withoutPassword(found?.redis_url),
      async () => found !== undefined && answersRedis(found.redis_url),
    ],
    [
      'kafka',
      (found?.kafka_brokers ?? [`127.0.0.1:${settings.kafka_port}`]).join(','),
      async () => found !== undefined && answersOf(used),
    ],
    [
      'registry',
      withoutPassword(found?.schema_registry_url),
      async () =>
        found !== undefined && answersRegistry(found.schema_registry_url, registryAuthorization(used)),
    ],
    ...searchQuestion(used),
  ]
  return Promise.all(
    questions.map(async ([name, address, answers]): Promise<ServiceStatus> => {
      if (!own.includes(name)) {
        return { name, private: false, state: (await answers()) ? 'ready' : 'silent', address }
      }
      const running = await runningProcess(layout.pidFile(name))
      if (running === undefined) {
        const noted = await notedProcess(layout.pidFile(name))
        return { name, private: true, state: noted === undefined ? 'stopped' : 'dead', address }
      }
      const [ready, resident_mb] = await Promise.all([answers(), residentMemory(running.pid)])
      return {
        name,
        private: true,
        state: stateOf(running.pid, ready),
        address,
        pid: running.pid,
        ...(resident_mb !== undefined && { resident_mb }),
      }
    }),
  )
}

type Question = readonly [name: ServiceName, address: string, answers: () => Promise<boolean>]

/** Most installations have no search cluster. */
const searchQuestion = ({ search_url: url }: Settings): Question[] =>
  url === '' ? [] : [['opensearch', withoutPassword(url), () => answersOpenSearch(url)]]

/** A frozen Postgres may still answer: the processes of its sessions continue. */
function stateOf(pid: number, answers: boolean): ServiceStatus['state'] {
  if (isFrozen(pid)) return 'frozen'
  return answers ? 'ready' : 'silent'
}

function answersOf(settings: Settings): Promise<boolean> {
  return isKafkaGuarded(settings) ? answersGuardedKafka(settings) : answersKafka(settings.kafka_brokers)
}

/** For each private service, true if it has a process; undefined for a service of your own. */
export async function runningServices(settings: Settings): Promise<Partial<Record<ServiceName, boolean>>> {
  const layout = layoutOf(settings)
  const running = privateServices(settings).map(async (name) => {
    return [name, (await runningProcess(layout.pidFile(name))) !== undefined] as const
  })
  return Object.fromEntries(await Promise.all(running))
}

function withoutPassword(address: string | undefined): string {
  if (address === undefined) return ''
  const url = new URL(address)
  url.password = ''
  return url.href
}

async function residentMemory(pid: number): Promise<number | undefined> {
  // The process has ended, or the machine has no `/proc`.
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1]
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
}
