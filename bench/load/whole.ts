import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createKafka, ensureTopics } from '../../runtime/kafka.ts'
import { projectFolder, type Settings } from '../../runtime/settings.ts'
import type { Scratch } from '../scratch-database.ts'
import { findParties, peakMegabytes, readProcessorTime, since, timesOf } from './processor-time.ts'

export type Whole = {
  readonly records: number
  readonly events: number
  readonly seconds_to_ingested: number
  readonly seconds_to_kafka: number
  readonly seconds_to_visible: number
  readonly seconds_unchanged: number
  readonly events_unchanged: number
  readonly processes: readonly { readonly name: string; readonly cpu_s: number; readonly peak_mb: number }[]
}

const POLL_MS = 50

/** The commands as a user runs them, all at once: from the start of `ingest` to what a reader can see. */
export async function runWhole(scratch: Scratch, folder: string): Promise<Whole> {
  const { settings } = scratch
  await ensureTopics(createKafka(settings, 'bench'), settings)
  const parties = await findParties(settings)
  const services = [start('relay', ['relay'], settings), start('project', ['project'], settings)]
  try {
    // Both have come up when the projector has made its read schema and the relay holds its leases.
    await until(() => isTrue(scratch, 'SELECT count(*) > 40 FROM control.partition_clock'))
    await until(() => isTrue(scratch, 'SELECT count(*) > 0 FROM control.read_schema'))
    await delay(2_000)
    const before = readProcessorTime(parties)
    const began = performance.now()
    const passed = () => (performance.now() - began) / 1000
    const ingest = start('ingest', ['ingest', 'openstates-scraper', folder, '--json'], settings)
    const counts = await ingest.answer()
    const seconds_to_ingested = passed()
    await until(() => isTrue(scratch, 'SELECT NOT EXISTS (SELECT FROM ingest.outbox)'))
    const seconds_to_kafka = passed()
    await until(() =>
      isTrue(
        scratch,
        `SELECT watermark > (SELECT max(at) FROM control.partition_clock) FROM control.read_schema WHERE is_live`,
      ),
    )
    const seconds_to_visible = passed()
    const servers = since(before, readProcessorTime(parties))
    const again = start('ingest, unchanged', ['ingest', 'openstates-scraper', folder, '--json'], settings)
    const from = performance.now()
    const unchanged = await again.answer()
    const seconds_unchanged = (performance.now() - from) / 1000
    const peak = (pid: number | undefined) => (pid === undefined ? 0 : peakMegabytes(pid))
    return {
      ...counts,
      seconds_to_ingested,
      seconds_to_kafka,
      seconds_to_visible,
      seconds_unchanged,
      events_unchanged: unchanged.events,
      processes: [
        ingest.spent(),
        ...services.map((service) => service.spent()),
        { name: 'Postgres', cpu_s: servers.postgres_ms / 1000, peak_mb: peak(parties.postgres) },
        { name: 'Kafka', cpu_s: servers.kafka_ms / 1000, peak_mb: peak(parties.kafka) },
        again.spent(),
      ],
    }
  } finally {
    await Promise.all(services.map((service) => service.stop()))
  }
}

type Counts = { readonly records: number; readonly events: number }

function start(name: string, args: readonly string[], settings: Settings) {
  const child = spawn(process.execPath, [...process.execArgv, join(projectFolder, 'cli/main.ts'), ...args], {
    env: { ...process.env, ...environmentOf(settings) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-1024 * 1024)
  })
  let cpu_s = 0
  let peak_mb = 0
  const look = () => {
    cpu_s = Math.max(cpu_s, timesOf(child.pid!).own_ms / 1000)
    peak_mb = Math.max(peak_mb, peakMegabytes(child.pid!))
  }
  const looking = setInterval(look, POLL_MS)
  const ended = once(child, 'exit').finally(() => clearInterval(looking))
  return {
    spent() {
      look()
      return { name, cpu_s, peak_mb }
    },
    async answer(): Promise<Counts> {
      await ended
      if (child.exitCode !== 0) throw new Error(`${name} ended with ${child.exitCode}`)
      const { records, events } = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as Counts
      return { records, events }
    },
    async stop(): Promise<void> {
      if (isRunning(child)) child.kill('SIGTERM')
      await ended
    },
  }
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

function environmentOf(settings: Settings): Record<string, string> {
  return {
    DATABASE_URL: settings.database_url,
    KAFKA_BROKERS: settings.kafka_brokers.join(','),
    SCHEMA_REGISTRY_URL: settings.schema_registry_url,
    REDIS_URL: settings.redis_url,
    TOPIC_PREFIX: settings.topic_prefix,
    LOG_LEVEL: 'warn',
  }
}

async function isTrue({ database }: Scratch, query: string): Promise<boolean> {
  const { rows } = await database.query<Record<string, boolean>>(query)
  return Object.values(rows[0] ?? {})[0] === true
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(POLL_MS)
}
