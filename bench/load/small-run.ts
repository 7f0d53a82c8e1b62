import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { openContext } from '../../cli/context/context.ts'
import { createKafka, ensureTopics } from '../../runtime/kafka/client/kafka-client.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { projectFolder, type Settings } from '../../runtime/settings/settings.ts'
import { settingsEnvironment } from '../../stack/settings-environment.ts'
import { Latencies } from '../measure/latencies.ts'
import { createFloorTopic, deleteTopics } from '../measure/log-floors.ts'
import { timesOf } from '../measure/processor-time.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { startCommand } from '../service/child-process.ts'
import { createScratch } from '../service/scratch-database.ts'

const ROUNDS = 21
const POLL_MS = 5
const SAMPLE = join(projectFolder, 'sample', 'legislature')
const COMMAND = ['ingest', 'openstates-scraper'] as const
const FLOOR = 'floor: `node -e 0` and one message to Kafka'

/** A checkout, and the options of node with which its launcher starts the command. */
type Checkout = { readonly folder: string; readonly options: readonly string[] }
type Row = { readonly name: string; readonly wall: Latencies; readonly cpu: Latencies }

/**
 * Runs of `legislog ingest` with one changed bill beside a running relay, from the start of the process until Kafka has
 * the event. In each round: the floor, this checkout, and the other one, if there is one.
 */
export async function benchSmallRun(other: string): Promise<string> {
  const folders = [projectFolder, ...(other === 'none' ? [] : [resolve(other)])]
  const checkouts = new Map(await Promise.all(folders.map(readCheckout)))
  const { settings: plain } = await openContext({ name: 'bench', needs: ['postgres', 'registry', 'kafka'] })
  const { settings, database, drop } = await createScratch(plain, 'small-run')
  const kafka = createKafka(settings, 'bench')
  const folder = await mkdtemp(join(tmpdir(), 'legislog-small-run-'))
  await ensureTopics(kafka, settings)
  await createFloorTopic(kafka, settings)
  const relay = startCommand('relay', ['relay'], settings)
  const producer = kafka.producer()
  await producer.connect()
  try {
    const change = await prepareBill(folder)
    const rows = [FLOOR, ...checkouts.keys()].map(
      (name): Row => ({ name, wall: new Latencies(), cpu: new Latencies() }),
    )
    // The first round loads the bill and fills the caches of compiled code.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { name, wall, cpu } of rows) {
        await change()
        const before = timesOf(process.pid).ended_ms
        const taken_ms = await (name === FLOOR
          ? timeOf(async () => {
              await promisify(execFile)(process.execPath, ['-e', '0'])
              await producer.send({ topic: `${settings.topic_prefix}floor`, messages: [{ value: 'floor' }] })
            })
          : timeOfRun(checkouts.get(name)!, settings, database, folder))
        if (round === 0) continue
        wall.add(taken_ms)
        cpu.add(timesOf(process.pid).ended_ms - before)
      }
    }
    return await keepResult(`legislog bench small-run`, describe(rows))
  } finally {
    await producer.disconnect()
    await relay.stop()
    await deleteTopics(kafka, settings)
    await drop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function readCheckout(folder: string): Promise<[string, Checkout]> {
  const { href } = pathToFileURL(join(folder, 'cli', 'process', 'node-options.js'))
  const { nodeOptionsOf } = (await import(href)) as typeof import('../../cli/process/node-options.js')
  return [folder, { folder, options: nodeOptionsOf(COMMAND) }]
}

/** One bill of the sample. Each call of the result changes its title. */
async function prepareBill(folder: string): Promise<() => Promise<void>> {
  await cp(join(SAMPLE, 'jurisdiction_zz.json'), join(folder, 'jurisdiction_zz.json'))
  const [line = ''] = (await readFile(join(SAMPLE, 'bill.ndjson'), 'utf8')).split('\n')
  const bill = JSON.parse(line) as { title: string }
  const { title } = bill
  let changes = 0
  return async () => {
    bill.title = `${title}, change ${++changes}`
    await writeFile(join(folder, 'bill.ndjson'), `${JSON.stringify(bill)}\n`)
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Resolves to the ms until Kafka has the event, after the process has ended. */
async function timeOfRun(
  { folder: checkout, options }: Checkout,
  settings: Settings,
  database: Database,
  folder: string,
): Promise<number> {
  const before = await countRelayed(database)
  const start = performance.now()
  const child = spawn(process.execPath, [...options, join(checkout, 'cli', 'main.ts'), ...COMMAND, folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...settingsEnvironment({ ...settings, log_level: 'warn' }),
      NODE_COMPILE_CACHE: join(checkout, 'node_modules', '.cache', 'node'),
    },
  })
  const ended = once(child, 'exit')
  while ((await countRelayed(database)) === before) {
    if (child.exitCode !== null && child.exitCode !== 0)
      throw new Error(`ingest ended with ${child.exitCode}`)
    await delay(POLL_MS)
  }
  const taken_ms = performance.now() - start
  await ended
  return taken_ms
}

/** The relay writes it in the transaction that deletes what Kafka has acknowledged. */
async function countRelayed(database: Database): Promise<number> {
  const { rows } = await database.query<{ relayed: number }>(
    'SELECT coalesce(sum(relayed_to), 0)::float8 AS relayed FROM control.partition_clock',
  )
  return rows[0]!.relayed
}

function describe(rows: readonly Row[]): string {
  const [floor] = rows
  const cells = rows.map(({ name, wall, cpu }) => {
    const label = name === projectFolder ? 'this checkout' : name === FLOOR ? FLOOR : 'the other checkout'
    const times = (taken: Latencies, of: Latencies | undefined) => [
      ...[0, 0.5, 1].map((share) => taken.at(share).toFixed(0)),
      `${(taken.at(0.5) / (of?.at(0.5) ?? Number.NaN)).toFixed(1)} ×`,
    ]
    return [label, ...times(wall, floor?.wall), ...times(cpu, floor?.cpu)]
  })
  return [
    `${ROUNDS} rounds in turn: one bill gets a new title, and \`legislog ingest openstates-scraper\` reads its folder beside a running relay. Wall: from the start of the process until Kafka has acknowledged the event. CPU: of the process. The ratio is between the medians. Bar: 400 ms and 500 ms.`,
    markdown(
      ['', 'wall ms min', 'median', 'max', 'of the floor', 'CPU ms min', 'median', 'max', 'of the floor'],
      cells,
    ),
  ].join('\n\n')
}
