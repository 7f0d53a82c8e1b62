import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../runtime/settings.ts'
import { runCommand } from './command.ts'
import { kafkaLibraries } from './downloads.ts'
import type { Layout } from './layout.ts'
import { answersKafka } from './probe.ts'
import type { Launch } from './process.ts'
import type { Service } from './service.ts'

export function kafkaService(settings: Settings, layout: Layout, cache: string, java: string): Service {
  const classpath = join(kafkaLibraries(cache), '*')
  const brokers = [`127.0.0.1:${settings.kafka_port}`]
  return {
    name: 'kafka',
    isReady: () => answersKafka(brokers),
    async prepare(): Promise<Launch> {
      await mkdir(layout.kafka_data, { recursive: true })
      await writeFile(layout.kafka_config, kafkaProperties(settings, layout))
      if (!existsSync(join(layout.kafka_data, 'meta.properties'))) {
        const cluster = await clusterId(layout)
        await runCommand(java, [
          ...['-Xmx128m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', classpath],
          ...['kafka.tools.StorageTool', 'format', '-t', cluster, '-c', layout.kafka_config],
          '--ignore-formatted',
        ])
      }
      return {
        program: java,
        args: [
          ...['-Xms128m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:+ExitOnOutOfMemoryError'],
          ...[`-Dlog4j2.configurationFile=${join(import.meta.dirname, 'kafka-log4j2.properties')}`],
          ...['-cp', classpath, 'kafka.Kafka', layout.kafka_config],
        ],
        folder: layout.home,
        log: layout.logFile('kafka'),
      }
    },
  }
}

/** Everything that has a replica count is one: this is a single node for one machine. */
export function kafkaProperties(settings: Settings, layout: Layout): string {
  const listeners = [
    `BROKER://127.0.0.1:${settings.kafka_port}`,
    `CONTROLLER://127.0.0.1:${settings.kafka_controller_port}`,
  ]
  const properties: Record<string, string | number | boolean> = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${settings.kafka_controller_port}`,
    listeners: listeners.join(','),
    'advertised.listeners': listeners[0] as string,
    'listener.security.protocol.map': 'BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'BROKER',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': layout.kafka_data,
    // A broker that was killed may register again only when its old session has ended.
    'broker.session.timeout.ms': 4_000,
    'broker.heartbeat.interval.ms': 1_000,
    'auto.create.topics.enable': false,
    'group.initial.rebalance.delay.ms': 0,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 8,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 4,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'log.retention.ms': -1,
    'log.cleaner.dedupe.buffer.size': 16_777_216,
    'num.network.threads': 2,
    'num.io.threads': 4,
    'num.recovery.threads.per.data.dir': 2,
  }
  return `${Object.entries(properties)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')}\n`
}

/** Kafka names a cluster by 16 random bytes, which must not begin with a dash in this writing. */
async function clusterId(layout: Layout): Promise<string> {
  if (existsSync(layout.kafka_cluster_id)) return (await readFile(layout.kafka_cluster_id, 'utf8')).trim()
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0] as number) & 0x7f
  const id = bytes.toString('base64url')
  await writeFile(layout.kafka_cluster_id, id)
  return id
}
