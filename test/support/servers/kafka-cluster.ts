import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder } from '../../../runtime/settings/cache-folder.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { layoutOf } from '../../../stack/home/layout.ts'
import { writeSecretFile } from '../../../stack/home/secrets.ts'
import { kafkaLibraries } from '../../../stack/install/downloads.ts'
import { findJava } from '../../../stack/install/programs.ts'
import { freePort } from '../../../stack/processes/port.ts'
import { formatStorage } from '../../../stack/services/kafka.ts'
import { kafkaProperties } from '../../../stack/services/kafka-properties.ts'
import { answersGuardedKafka } from '../../../stack/services/probe.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { eventually } from '../harness/eventually.ts'
import { testSettings } from '../harness/settings.ts'

export type Broker = {
  readonly id: number
  readonly address: string
  /** Resolves when it answers. */
  start(): Promise<void>
  /** Freezes or continues its process: connections stay open, and nothing answers. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Resolves when its process has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export type KafkaCluster = { readonly brokers: readonly Broker[]; readonly addresses: string[] }

/** Lets JVMs of several nodes start and restart in seconds. */
const JVM = ['-Xms96m', '-Xmx192m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto']
const READY_MS = 90_000

/** Brokers for this test file only, to be killed. Each is also a controller, so one of three may be down. */
export async function createKafkaCluster(nodes: 1 | 2 | 3): Promise<KafkaCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-kafka-'))
  const java = await findJava()
  if (java === undefined) throw new Error('there is no Java for a broker')
  const base = testSettings()
  const classpath = join(kafkaLibraries(cacheFolder(base)), '*')
  const run = [...JVM, '-cp', classpath]
  // The settings of a test need only different brokers.
  const passwords = { broker: base.kafka_password, controller: randomBytes(9).toString('hex') }
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
    const properties = kafkaProperties(place, layout, passwords) + ofSeveral(id, voters, nodes)
    const config = await writeSecretFile(layout, 'kafka.properties', properties)
    await formatStorage({ layout, config, java: java!, classpath, cluster, passwords })
    const output = openSync(layout.logFile('kafka'), 'a')
    const log4j = `-Dlog4j2.configurationFile=${join(import.meta.dirname, '../../../stack/services/kafka-log4j2.properties')}`
    const address = `127.0.0.1:${place.kafka_port}`
    let child: ChildProcess | undefined
    return {
      id,
      address,
      async start() {
        child = spawn(java!, [log4j, ...run, 'kafka.Kafka', config], {
          cwd: layout.home,
          stdio: ['ignore', output, output],
        })
        await eventually(() => answersGuardedKafka({ ...place, kafka_brokers: [address] }), {
          timeout_ms: READY_MS,
          interval_ms: 100,
        })
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

/** If two lines set a property, the later one counts. */
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
