import { postgresCheck } from '../../runtime/health/store-checks.ts'
import { readLogFaults } from '../../runtime/kafka/log-guard/log-faults.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { registryAuthorization, schemaRegistryUrl } from '../../runtime/settings/addresses.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { ServiceStatus } from '../../stack/stack.ts'
import { findKafkaFault } from './kafka-fault.ts'

export function isReady(stores: readonly ServiceStatus[], name: ServiceStatus['name']): boolean {
  return stores.some((store) => store.name === name && store.state === 'ready')
}

/** The stores that do not answer. */
export function describeSilentStores(stores: readonly ServiceStatus[]): string[] {
  return stores.filter(({ state }) => state !== 'ready').map(describeSilent)
}

/** Faults of stores that answer but lack our data. Postgres must be one of them. */
export async function findStoreFaults(
  settings: Settings,
  stores: readonly ServiceStatus[],
  database: Database,
): Promise<string[]> {
  const ofPostgres = await faultOf('postgres', postgresCheck(database))
  if (ofPostgres.length > 0) return ofPostgres
  const ofKafka = isReady(stores, 'kafka')
    ? await faultOf('kafka', () => findKafkaFault(settings, database))
    : []
  const [refusal] = await readLogFaults(database)
  // The answer of Kafka itself takes precedence over an older note of a service.
  const refused =
    refusal === undefined || ofKafka.length > 0
      ? []
      : [`kafka: ${refusal.noticed_by} refuses the log: ${refusal.message}`]
  const ofRegistry = isReady(stores, 'registry')
    ? await faultOf('registry', () => registryFault(settings, database))
    : []
  return [...ofKafka, ...refused, ...ofRegistry]
}

function describeSilent({ name, state, address, pid }: ServiceStatus): string {
  const which = pid === undefined ? address : `process ${pid}, ${address}`
  if (state === 'frozen') return `${name} is frozen: ${which}`
  if (state === 'dead') return `${name} is dead: its process has ended (${address})`
  return state === 'stopped' ? `${name} does not run (${address})` : `${name} does not answer: ${which}`
}

async function faultOf(name: string, find: () => Promise<string | undefined>): Promise<string[]> {
  try {
    const fault = await find()
    return fault === undefined ? [] : [`${name}: ${fault}`]
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** Checks that the registry has every subject that was ever registered. If not, it is empty or older. */
async function registryFault(settings: Settings, database: Database): Promise<string | undefined> {
  const { rows } = await database.query<{ subject: string }>('SELECT DISTINCT subject FROM control.schema_id')
  const response = await fetch(`${schemaRegistryUrl(settings)}/subjects`, {
    headers: registryAuthorization(settings),
    signal: AbortSignal.timeout(settings.health_timeout_ms),
  })
  if (!response.ok) return `it answers ${response.status}`
  const there = new Set((await response.json()) as string[])
  const missing = rows.map(({ subject }) => subject).filter((subject) => !there.has(subject))
  if (missing.length === 0) return undefined
  return `it lacks ${missing.length} of our ${rows.length} subjects, such as ${missing[0]}: legislog schemas register`
}
