import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, openSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../../runtime/settings.ts'
import { runCommand } from '../../stack/command.ts'
import { kafkaLibraries } from '../../stack/downloads.ts'
import { kafkaProperties } from '../../stack/kafka.ts'
import { cacheFolder, layoutOf } from '../../stack/layout.ts'
import { freePort } from '../../stack/port.ts'
import { answersKafka } from '../../stack/probe.ts'
import { findJava } from '../../stack/programs.ts'
import { cleanUp } from './clean-up.ts'
import { eventually } from './eventually.ts'
import { testSettings } from './settings.ts'

export type Broker = {
  readonly id: number
  readonly address: string
  /** Resolves when it answers. */
  start(): Promise<void>
  /** Stops its process or lets it go on: connections stay, and nothing answers. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Resolves when its process has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export type KafkaCluster = { readonly brokers: readonly Broker[]; readonly addresses: string[] }

/** So that JVMs of several nodes start and restart in seconds. */
const JVM = ['-Xms96m', '-Xmx192m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto']
const READY_MS = 90_000

/** Brokers of this test file alone, to be killed; each is a controller too, so one of three may be away. */
export async function createKafkaCluster(nodes: 1 | 2 | 3): Promise<KafkaCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-kafka-'))
  const java = await findJava()
  if (java === undefined) throw new Error('there is no Java for a broker')
  const base = testSettings()
  const run = [...JVM, '-cp', join(kafkaLibraries(cacheFolder(base)), '*')]
  const places: Settings[] = []
  for (let node = 1; node <= nodes; node++) {
    const home = join(folder, `node-${node}`)
    places.push({ ...base, home, kafka_port: await freePort(), kafka_controller_port: await freePort() })
  }
  const voters = places.map(({ kafka_controller_port: port }, at) => `${at + 1}@127.0.0.1:${port}`).join(',')
  const cluster = `A${randomBytes(16).toString('base64url').slice(1)}`
  const brokers = await Promise.all(places.map((place, at) => createBroker(place, at + 1)))
  cleanUp(async () => {
    await Promise.all(brokers.map((broker) => broker.end('SIGKILL')))
    await rm(folder, { recursive: true, force: true })
  })
  await Promise.all(brokers.map((broker) => broker.start()))
  return { brokers, addresses: brokers.map(({ address }) => address) }

  async function createBroker(place: Settings, id: number): Promise<Broker> {
    const layout = layoutOf(place)
    mkdirSync(layout.logs, { recursive: true })
    const properties = kafkaProperties(place, layout) + ofSeveral(id, voters, nodes)
    await writeFile(layout.kafka_config, properties)
    await runCommand(java!, [
      ...run,
      ...['kafka.tools.StorageTool', 'format', '-t', cluster, '-c', layout.kafka_config],
    ])
    const output = openSync(layout.logFile('kafka'), 'a')
    const log4j = `-Dlog4j2.configurationFile=${join(import.meta.dirname, '../../stack/kafka-log4j2.properties')}`
    const address = `127.0.0.1:${place.kafka_port}`
    let child: ChildProcess | undefined
    return {
      id,
      address,
      async start() {
        child = spawn(java!, [log4j, ...run, 'kafka.Kafka', layout.kafka_config], {
          cwd: layout.home,
          stdio: ['ignore', output, output],
        })
        await eventually(() => answersKafka([address]), { timeout_ms: READY_MS, interval_ms: 100 })
      },
      signal: (signal) => void child?.kill(signal),
      async end(signal) {
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
        const ended = once(child, 'exit')
        child.kill(signal)
        await ended
      },
    }
  }
}

/** Of two lines that name a property the later one counts. */
function ofSeveral(id: number, voters: string, nodes: number): string {
  const properties = {
    'node.id': id,
    'controller.quorum.voters': voters,
    'offsets.topic.replication.factor': nodes,
    'offsets.topic.num.partitions': 2,
    'transaction.state.log.replication.factor': nodes,
    'share.coordinator.state.topic.replication.factor': nodes,
    'controller.quorum.election.timeout.ms': 500,
    'controller.quorum.fetch.timeout.ms': 1_000,
    'controlled.shutdown.enable': nodes > 1,
  }
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}
