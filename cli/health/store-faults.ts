import { createHealthDatabase, createKafkaCheck, postgresCheck } from '../../runtime/health/store-checks.ts'
import { readLogFaults } from '../../runtime/log-guard/log-faults.ts'
import type { Database } from '../../runtime/postgres.ts'
import { registryAuthorization, schemaRegistryUrl } from '../../runtime/services.ts'
import type { Settings } from '../../runtime/settings.ts'
import type { ServiceStatus } from '../../stack/stack.ts'

/** What is wrong with the stores: those that do not answer, and those that answer and lack what is ours. */
export async function findStoreFaults(
  settings: Settings,
  stores: readonly ServiceStatus[],
): Promise<string[]> {
  const silent = stores.filter(({ state }) => state !== 'ready')
  const answers = (name: ServiceStatus['name']) =>
    stores.some((store) => store.name === name && store.state === 'ready')
  const faults = silent.map(describeSilent)
  if (!answers('postgres')) return faults
  const database = createHealthDatabase(settings, 'status')
  try {
    faults.push(...(await faultOf('postgres', postgresCheck(database))))
    if (faults.length > silent.length) return faults
    if (answers('kafka')) faults.push(...(await kafkaFaults(settings)))
    const refused = await readLogFaults(database)
    faults.push(
      ...refused
        .slice(0, 1)
        .map(({ noticed_by, message }) => `kafka: ${noticed_by} refuses the log: ${message}`),
    )
    if (answers('registry'))
      faults.push(...(await faultOf('registry', () => registryFault(settings, database))))
    return faults
  } finally {
    await database.end()
  }
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

async function kafkaFaults(settings: Settings): Promise<string[]> {
  const kafka = createKafkaCheck(settings, 'legislog-status')
  try {
    return await faultOf('kafka', kafka.check)
  } finally {
    await kafka.close()
  }
}

/** Every subject whose schemas were registered once is in the registry, or it is empty or older. */
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
