import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import { runCommand } from '../../../stack/processes/command.ts'
import type { Cost } from '../../measure/pairs.ts'
import { type Parties, readProcessorTime, timesOf } from '../../measure/processor-time.ts'
import { startCommand } from '../../service/child-process.ts'
import type { Scratch } from '../../service/scratch-database.ts'
import { untilTrue } from '../../service/until-true.ts'
import type { Importer } from './install-importer.ts'
import type { ScrapedState } from './scraped-records.ts'

/** A state loaded into a database without its bills, and the same files once more. */
export type Loaded = { readonly first: Cost; readonly again: Cost; readonly counts: string }

/** One process of the importer for each load, as `os-update` is started. Its CPU and that of Postgres. */
export async function loadWithPeer(
  { folder, program }: Importer,
  environment: Readonly<Record<string, string>>,
  parties: Parties,
  { state, jurisdiction_id }: ScrapedState,
): Promise<Loaded> {
  const script = join(projectFolder, 'bench', 'peers', 'importer', 'import-scraped.py')
  const records = join(folder, 'records')
  const load = async () => {
    let counts = ''
    const cost = await costOf(parties, [], async () => {
      const output = await runCommand(program('python'), [script, records, `${state}=${jurisdiction_id}`], {
        env: environment,
      })
      counts = output.trim().split('\n').at(-1)!
    })
    return { cost, counts }
  }
  const first = await load()
  const again = await load()
  return { first: first.cost, again: again.cost, counts: first.counts }
}

/** `ingest` beside a running relay and projector, until readers see all of it. The CPU of these, Postgres and Kafka. */
export async function loadWithOurs(
  { settings, database }: Scratch,
  parties: Parties,
  { packed }: ScrapedState,
): Promise<Loaded> {
  const services = ['relay', 'project'].map((name) => startCommand(name, [name], settings))
  try {
    await untilTrue(
      database,
      `SELECT count(DISTINCT application_name) = 2 FROM pg_stat_activity
        WHERE datname = current_database() AND application_name IN ('legislog relay', 'legislog project')`,
    )
    await untilTrue(database, 'SELECT count(*) > 0 FROM control.read_schema')
    await delay(SETTLE_MS)
    let counts = ''
    const load = () =>
      costOf(parties, services, async () => {
        counts = await ingest(settings, 'openstates-scraper', packed)
        await untilVisible(database)
      })
    const first = await load()
    const firstCounts = counts
    const again = await load()
    return { first, again, counts: firstCounts }
  } finally {
    await Promise.all(services.map((service) => service.stop()))
  }
}

/** The time in which a service has started its timers and caches. */
const SETTLE_MS = 2_000

/** Resolves to the counts that the run printed. */
export function ingest(settings: Settings, source: string, path: string): Promise<string> {
  return startCommand('ingest', ['ingest', source, path, '--json'], settings).lastLine()
}

async function untilVisible(database: Scratch['database']): Promise<void> {
  await untilTrue(database, 'SELECT NOT EXISTS (SELECT FROM ingest.outbox)')
  await untilTrue(
    database,
    'SELECT watermark > (SELECT max(at) FROM control.partition_clock) FROM control.read_schema WHERE is_live',
  )
}

type Service = ReturnType<typeof startCommand>

/** Commands count when they have ended; services and servers by the difference. */
async function costOf(
  parties: Parties,
  services: readonly Service[],
  work: () => Promise<void>,
): Promise<Cost> {
  const spent = () => {
    const { postgres_ms, kafka_ms } = readProcessorTime(parties)
    const servers_ms = postgres_ms + (services.length === 0 ? 0 : kafka_ms)
    const own_s = services.reduce((sum, service) => sum + service.spent().cpu_s, 0)
    return (servers_ms + timesOf(process.pid).ended_ms) / 1000 + own_s
  }
  const before_s = spent()
  const start = performance.now()
  await work()
  const wall_s = (performance.now() - start) / 1000
  return { wall_s, cpu_s: spent() - before_s }
}
